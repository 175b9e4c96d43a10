// What a printer gets of the codes of a batch: a list, or sheets of QR codes. Written as a stream,
// because there may be millions.
import path from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import { qrPicture, type CorrectionLevel, type QrPicture } from './qr-picture.ts';
import { writeFiles, writeNewFile } from '../platform/new-files.ts';

/** Of one pack. */
export type PrintedCode = { code: string; link: string };

type Printing = {
  codes: Iterable<PrintedCode>;
  /** Length of a QR code's side with its quiet zone. */
  sizeMm: number;
  level: CorrectionLevel;
  /** A file, or for `svg` a folder. */
  out: string;
  /** @param count codes so far */
  onWritten: (count: number) => void;
};

/** @returns the files */
type PrintPacks = (printing: Printing) => Promise<string[]>;

const linesAtOnce = 1000;

const printList: PrintPacks = async ({ codes, out, onWritten }) => {
  function* lines() {
    yield 'code,printed,link\n';
    let count = 0;
    for (const piece of chunks(codes, linesAtOnce)) {
      yield piece.map(({ code, link }) => `${code},${shownPackCode(code)},${link}\n`).join('');
      count += piece.length;
      onWritten(count);
    }
  }
  await writeNewFile(out, lines());
  return [out];
};

/** A4, in millimetres. */
const page = { width: 210, height: 297, margin: 10 } as const;

/** So that the code, 14 letters wide, is never wider than the QR code above it. */
const textMmOf = (sizeMm: number) => Math.min(3, sizeMm / 9.2);

export function layoutOf(sizeMm: number) {
  const cellMm = sizeMm + textMmOf(sizeMm) + 1;
  const columns = Math.floor((page.width - 2 * page.margin) / sizeMm);
  const rows = Math.floor((page.height - 2 * page.margin) / cellMm);
  return { columns, rows, cellMm, perSheet: columns * rows };
}

type Placed = { picture: QrPicture; text: string; x: number; y: number };

/** With the upper left corner of each, in millimetres from that of the page. */
function* sheetsOf({ codes, sizeMm, level, onWritten }: Printing): Iterable<Placed[]> {
  const { columns, cellMm, perSheet } = layoutOf(sizeMm);
  let count = 0;
  for (const sheet of chunks(codes, perSheet)) {
    yield sheet.map(({ code, link }, at) => ({
      picture: qrPicture(link, level),
      text: shownPackCode(code),
      x: page.margin + (at % columns) * sizeMm,
      y: page.margin + Math.floor(at / columns) * cellMm,
    }));
    count += sheet.length;
    onWritten(count);
  }
}

const printSvg: PrintPacks = async (printing) => {
  const files: string[] = [];
  for (const sheet of sheetsOf(printing)) {
    const name = `sheet-${String(files.length + 1).padStart(5, '0')}.svg`;
    const written = await writeFiles(printing.out, { [name]: svgOf(sheet, printing.sizeMm) });
    files.push(...Object.values(written));
  }
  return files;
};

const round = (mm: number) => Math.round(mm * 1e4) / 1e4;

function svgOf(sheet: readonly Placed[], sizeMm: number): string {
  const textMm = textMmOf(sizeMm);
  const codes = sheet.map(({ picture: { runs, modules }, text, x, y }) => {
    const path = runs.map((run) => `M${run.x} ${run.y}h${run.width}v1h-${run.width}z`).join('');
    const place = `translate(${round(x)} ${round(y)}) scale(${round(sizeMm / modules)})`;
    const middle = `x="${round(x + sizeMm / 2)}" y="${round(y + sizeMm + textMm * 0.8)}"`;
    return `<path transform="${place}" d="${path}"/>\n<text ${middle}>${text}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" viewBox="0 0 ${page.width} ${page.height}" shape-rendering="crispEdges" font-family="monospace" font-size="${round(textMm)}" text-anchor="middle">`,
    '<path fill="#fff" d="M0 0h210v297H0z"/>',
    ...codes,
    '</svg>',
    '',
  ].join('\n');
}

const compress = promisify(deflate);

const printPdf: PrintPacks = async (printing) => {
  await writeNewFile(printing.out, pdfOf(printing));
  return [printing.out];
};

/** Objects 1 to 3 are the catalogue, the list of pages and the font; each page is two more. */
async function* pdfOf(printing: Printing): AsyncIterable<Uint8Array> {
  const offsets: number[] = [];
  let length = 0;
  const bytesOf = (...parts: readonly (string | Uint8Array)[]) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
    length += bytes.length;
    return bytes;
  };
  const object = (number: number, ...parts: readonly (string | Uint8Array)[]) => {
    offsets[number] = length;
    return bytesOf(`${number} 0 obj\n`, ...parts, '\nendobj\n');
  };
  yield bytesOf('%PDF-1.4\n', Buffer.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  yield object(1, '<</Type/Catalog/Pages 2 0 R>>');
  yield object(3, '<</Type/Font/Subtype/Type1/BaseFont/Courier>>');
  const box = `[0 0 ${points(page.width)} ${points(page.height)}]`;
  let pages = 0;
  for (const sheet of sheetsOf(printing)) {
    const number = 4 + 2 * pages;
    pages += 1;
    const content = await compress(pdfContent(sheet, printing.sizeMm));
    yield object(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents ${number + 1} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
    );
    const head = `<</Length ${content.length}/Filter/FlateDecode>>\nstream\n`;
    yield object(number + 1, head, content, '\nendstream');
  }
  const kids = Array.from({ length: pages }, (_, at) => `${4 + 2 * at} 0 R`).join(' ');
  yield object(2, `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`);
  const size = 4 + 2 * pages;
  const table = Array.from(
    { length: size - 1 },
    (_, at) => `${String(offsets[at + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
  );
  const start = length;
  yield bytesOf(`xref\n0 ${size}\n0000000000 65535 f \n`, ...table);
  yield bytesOf(`trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
}

const points = (mm: number) => round((mm * 72) / 25.4);

/** In millimetres from the lower left corner; each picture in modules from its upper left one. */
function pdfContent(sheet: readonly Placed[], sizeMm: number): string {
  const textMm = textMmOf(sizeMm);
  const codes = sheet.map(({ picture: { runs, modules }, text, x, y }) => {
    const scale = round(sizeMm / modules);
    const rectangles = runs.map((run) => `${run.x} ${run.y} ${run.width} 1 re`).join('\n');
    // Each letter of Courier is 0.6 of its size wide.
    const left = round(x + (sizeMm - text.length * 0.6 * textMm) / 2);
    const base = round(page.height - y - sizeMm - textMm * 0.8);
    return `q ${scale} 0 0 -${scale} ${round(x)} ${round(page.height - y)} cm\n${rectangles}\nf Q\nBT /F ${round(textMm)} Tf ${left} ${base} Td (${text}) Tj ET`;
  });
  const scale = points(1);
  return [`${scale} 0 0 ${scale} 0 0 cm`, ...codes].join('\n');
}

function* chunks<Item>(items: Iterable<Item>, size: number): Iterable<Item[]> {
  let piece: Item[] = [];
  for (const item of items) {
    piece.push(item);
    if (piece.length === size) {
      yield piece;
      piece = [];
    }
  }
  if (piece.length > 0) yield piece;
}

export const packFormats = { csv: printList, svg: printSvg, pdf: printPdf } as const;
export const packFormatNames = ['csv', 'svg', 'pdf'] as const;

/** The end that the name of the output must have. */
export const isPackOutput = (format: keyof typeof packFormats, out: string): boolean =>
  format === 'svg' ? path.extname(out) === '' : path.extname(out).toLowerCase() === `.${format}`;
