import { crc32 } from 'node:zlib';
import { toBuffer } from 'qrcode';
import { UsageError } from './command-context.ts';
import { quietModules, type QrPicture } from './qr-picture.ts';

const mmPerInch = 25.4;
/** The longest side in pixels, which takes 400 MB of memory. */
const pixelsMax = 10_000;

/**
 * Each module has the same whole number of pixels, so that none is blurred. The file states its
 * physical size for layout programs.
 * @param sizeMm length of a side including the quiet zone
 * @param dotsPerInch the least resolution
 */
export async function qrPng(
  { text, level, modules }: QrPicture,
  sizeMm: number,
  dotsPerInch: number,
): Promise<Buffer> {
  const scale = Math.max(1, Math.ceil(((sizeMm / mmPerInch) * dotsPerInch) / modules));
  if (scale * modules > pixelsMax) {
    throw new UsageError(
      `A PNG of this size would have more than ${pixelsMax} pixels on a side. Use a lower --dpi, or PDF or SVG, which have no pixels.`,
    );
  }
  const picture = await toBuffer(text, {
    type: 'png',
    errorCorrectionLevel: level,
    margin: quietModules,
    scale,
  });
  return withPhysicalSize(picture, Math.round((scale * modules * 1000) / sizeMm));
}

const headerEnd = 33;

/** The chunk `pHYs` belongs between the header and the pixels. */
function withPhysicalSize(png: Buffer, pixelsPerMetre: number): Buffer {
  const data = Buffer.alloc(13);
  data.write('pHYs', 0, 'latin1');
  data.writeUInt32BE(pixelsPerMetre, 4);
  data.writeUInt32BE(pixelsPerMetre, 8);
  data.writeUInt8(1, 12);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  check.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, headerEnd), length, data, check, png.subarray(headerEnd)]);
}
