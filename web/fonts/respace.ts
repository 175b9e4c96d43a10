// Changes the side bearings of letters: Eczar's rupee sign overlaps the next digit, and its full
// stops are too far from the words.

/** In units of the font. */
export type Bearings = { before: number; after: number };

/** @param font uncompressed, with TrueType outlines */
export function respace(font: Buffer, glyph: number, { before, after }: Bearings): Buffer {
  const changed = Buffer.from(font);
  const { xMin, xMax } = inkOf(font, glyph);
  const metrics = tableOf(font, 'hmtx') + 4 * glyph;
  if (glyph >= font.readUInt16BE(tableOf(font, 'hhea') + 34)) {
    throw new Error('Failed to respace a glyph: it has no separate width. Choose another font.');
  }
  changed.writeUInt16BE(before + xMax - xMin + after, metrics);
  changed.writeInt16BE(before, metrics + 2);
  return changed;
}

/** Extent of the drawn shape, left to right. */
export function inkOf(font: Buffer, glyph: number): { xMin: number; xMax: number } {
  const isLong = font.readInt16BE(tableOf(font, 'head') + 50) === 1;
  const places = tableOf(font, 'loca');
  const offset = isLong
    ? font.readUInt32BE(places + 4 * glyph)
    : 2 * font.readUInt16BE(places + 2 * glyph);
  const drawn = tableOf(font, 'glyf') + offset;
  return { xMin: font.readInt16BE(drawn + 2), xMax: font.readInt16BE(drawn + 6) };
}

function tableOf(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4);
  for (let table = 0; table < count; table += 1) {
    const entry = 12 + 16 * table;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new Error(
    `Failed to read a font: it has no table ${name}. Check that its package is intact.`,
  );
}
