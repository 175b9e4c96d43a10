import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { QrPicture } from './qr-picture.ts';

const pointsPerMm = 72 / 25.4;
/** Only black ink: a black mixed from four inks blurs where the plates do not align. */
const black = [0, 0, 0, 100] as const;
const paper = [0, 0, 0, 0] as const;

/**
 * One page of exactly the picture's size, as vectors.
 * @param sizeMm length of a side including the quiet zone
 */
export async function qrPdf({ text, modules, runs }: QrPicture, sizeMm: number): Promise<Buffer> {
  const side = sizeMm * pointsPerMm;
  const document = new Pdf({
    size: [side, side],
    margin: 0,
    compress: false,
    info: { Title: text, Creator: 'Inaam' },
  });
  document
    .rect(0, 0, side, side)
    .fillColor([...paper])
    .fill();
  document.scale(side / modules);
  for (const { x, y, width } of runs) document.rect(x, y, width, 1);
  document.fillColor([...black]).fill();
  document.end();
  return buffer(document);
}
