// Subsets a font to the glyphs of given words. A subset by characters is too large for Devanagari:
// its 90 characters make 600 glyphs, and our words need a third of them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, Buffer as Run, Face, Font, shape } from 'harfbuzzjs';

const functionNames = [
  '_initialize',
  'malloc',
  'hb_blob_create',
  'hb_blob_get_data',
  'hb_blob_get_length',
  'hb_face_create',
  'hb_face_reference_blob',
  'hb_set_add',
  'hb_set_clear',
  'hb_set_invert',
  'hb_subset_input_create_or_fail',
  'hb_subset_input_glyph_set',
  'hb_subset_input_set',
  'hb_subset_input_set_flags',
  'hb_subset_input_unicode_set',
  'hb_subset_or_fail',
] as const;
type HarfbuzzSubset = Record<(typeof functionNames)[number], (...numbers: number[]) => number> & {
  memory: WebAssembly.Memory;
};

const layoutFeatures = 6; // HB_SUBSET_SETS_LAYOUT_FEATURE_TAG
const onlyTheseGlyphs = 0x200; // HB_SUBSET_FLAGS_NO_LAYOUT_CLOSURE
const writable = 2; // HB_MEMORY_MODE_WRITABLE

export type Glyph = { readonly id: number; readonly width: number };

export function shaperFor(font: Uint8Array): (text: string) => Glyph[] {
  const shapedFont = new Font(new Face(new Blob(font)));
  return (text) => {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    shape(shapedFont, run);
    return run
      .getGlyphInfosAndPositions()
      .map(({ codepoint, xAdvance = 0 }) => ({ id: codepoint, width: xAdvance }));
  };
}

const joiner = '\u200d';

export async function subsetToWords(
  font: Uint8Array,
  letters: string,
  words: readonly string[],
): Promise<Buffer> {
  const ofWords = await subsetToTexts(font, letters, words);
  // A conjunct may be built from forms that end up in no word.
  const pieces = words.filter(isShapedOtherwise(font, ofWords)).flatMap(piecesOf);
  return pieces.length === 0 ? ofWords : subsetToTexts(font, letters, [...words, ...pieces]);
}

/** Whether a word's width differs between the two fonts. */
export function isShapedOtherwise(first: Uint8Array, second: Uint8Array) {
  const [before, after] = [shaperFor(first), shaperFor(second)];
  return (word: string) => String(advances(after(word))) !== String(advances(before(word)));
}

/** Without marks and joiners, which have no width. */
const advances = (glyphs: readonly Glyph[]) =>
  glyphs.map(({ width }) => width).filter((width) => width !== 0);

/** All substrings of a word, with its vowel signs decomposed too. */
function piecesOf(word: string): string[] {
  return [word, word.normalize('NFD')].flatMap((text) => {
    const characters = Array.from(text);
    return characters.flatMap((_, from) =>
      characters.slice(from).flatMap((__, length) => {
        const piece = characters.slice(from, from + length + 1).join('');
        return [piece, piece + joiner, joiner + piece, joiner + piece + joiner];
      }),
    );
  });
}

async function subsetToTexts(
  font: Uint8Array,
  letters: string,
  texts: Iterable<string>,
): Promise<Buffer> {
  const program = await instantiateHarfbuzz();
  const address = program.malloc(font.length);
  // A new view for each use, because growing the memory detaches older ones.
  new Uint8Array(program.memory.buffer).set(font, address);
  const face = program.hb_face_create(
    program.hb_blob_create(address, font.length, writable, 0, 0),
    0,
  );
  const input = program.hb_subset_input_create_or_fail();
  program.hb_subset_input_set_flags(input, onlyTheseGlyphs);
  const features = program.hb_subset_input_set(input, layoutFeatures);
  program.hb_set_clear(features);
  program.hb_set_invert(features);
  const characters = program.hb_subset_input_unicode_set(input);
  for (const letter of letters) program.hb_set_add(characters, letter.codePointAt(0) ?? 0);
  const shapeText = shaperFor(font);
  const glyphs = program.hb_subset_input_glyph_set(input);
  for (const text of texts) for (const { id } of shapeText(text)) program.hb_set_add(glyphs, id);
  const subset = program.hb_subset_or_fail(face, input);
  if (subset === 0)
    throw new Error(
      'Failed to subset a font: harfbuzz could not make the subset. Check that its package is intact.',
    );
  const blob = program.hb_face_reference_blob(subset);
  const start = program.hb_blob_get_data(blob, 0);
  return Buffer.from(program.memory.buffer.slice(start, start + program.hb_blob_get_length(blob)));
}

async function instantiateHarfbuzz(): Promise<HarfbuzzSubset> {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const { exports } = instance;
  if (!isHarfbuzz(exports)) {
    throw new Error(
      'Failed to subset a font: this version of harfbuzzjs lacks a function. Look at its release notes.',
    );
  }
  const { _initialize: initialize } = exports;
  initialize();
  return exports;
}

function isHarfbuzz(exports: object): exports is HarfbuzzSubset {
  const has = new Map<string, unknown>(Object.entries(exports));
  return (
    has.get('memory') instanceof WebAssembly.Memory &&
    functionNames.every((name) => typeof has.get(name) === 'function')
  );
}
