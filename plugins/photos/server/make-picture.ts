// A program: the photo on its input becomes an AVIF on its output, or it says on the error output
// why not. It has no settings and no secrets, and is ended if it takes too long.
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type sharpOf from 'sharp';
import { partOf, photo } from '../contract.ts';
import { attemptsFor, formatOf, formats, isRefusal, type Refusal } from './photo.rules.ts';

class Refused extends Error {
  override name = 'Refused';
}
const refuse = (why: Refusal) => new Refused(why);

try {
  const output = await pictureOf(await buffer(process.stdin), process.argv[2] ?? '');
  process.stdout.write(output);
} catch (error) {
  const why = error instanceof Refused ? error.message : 'broken';
  process.stderr.write(why);
  process.exitCode = 1;
}

async function pictureOf(file: Buffer, fields: string): Promise<Buffer> {
  const { place, choice } = photo.fields.parse(JSON.parse(fields));
  const format = formatOf(file);
  if (isRefusal(format)) throw refuse(format);
  dieFirst();
  const sharp = await loadSharp();
  const options = { limitInputPixels: photo.pixelsMax, failOn: 'error' } as const;
  const found = await sharp(file, { ...options, limitInputPixels: false }).metadata();
  const { pages = 1, autoOrient: size } = found;
  if (size.width * size.height > photo.pixelsMax) throw refuse('large');
  if (pages > 1) throw refuse('moving');
  const part = partOf(size, place, choice);
  if (part.width < place.widthMin) throw refuse('small');
  const attempts = attemptsFor(place, part.width);
  const [{ width, height } = part] = attempts;
  // Decoded once, without metadata, in the colours of the web.
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .extract(part)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  for (const { quality, ...smaller } of attempts) {
    const picture = await sharp(data, { raw: info })
      .resize(smaller.width, smaller.height, { fit: 'fill' })
      .avif({ quality, effort: 2, chromaSubsampling: '4:2:0' })
      .toBuffer();
    if (picture.length <= place.bytesMax) return picture;
  }
  throw refuse('heavy');
}

/** Where memory runs out, the system ends this program and not the console. */
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux.
  }
}

async function loadSharp(): Promise<typeof sharpOf> {
  const { default: sharp } = await import('sharp').catch(() => {
    throw refuse('missing');
  });
  sharp.cache(false);
  sharp.concurrency(1);
  const loads = { avif: 'Heif', jpeg: 'Jpeg', png: 'Png', webp: 'Webp' };
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((one) => `VipsForeignLoad${loads[one]}Buffer`) });
  return sharp;
}
