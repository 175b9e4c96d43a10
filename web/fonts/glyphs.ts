// Cuts a typeface down to the glyphs that texts are written with. Letters alone would not do for a script that joins
// them: with 90 letters come 600 glyphs, of which its words need a third. Run by hand only, never in a browser.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, Buffer as Run, Face, Font, shape } from 'harfbuzzjs';

/** What is taken of harfbuzz's program for subsets (hb-subset.h); numbers are its addresses, sets and flags. */
const names = [
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
type Program = Record<(typeof names)[number], (...numbers: number[]) => number> & {
  memory: WebAssembly.Memory;
};

const layoutFeatures = 6; // HB_SUBSET_SETS_LAYOUT_FEATURE_TAG
const onlyTheseGlyphs = 0x200; // HB_SUBSET_FLAGS_NO_LAYOUT_CLOSURE
const writable = 2; // HB_MEMORY_MODE_WRITABLE

export type Glyph = { readonly id: number; readonly width: number };

/**
 * How a typeface writes.
 * @param font its bytes, as sfnt.
 */
export function writerWith(font: Uint8Array): (text: string) => Glyph[] {
  const typeface = new Font(new Face(new Blob(font)));
  return (text) => {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    shape(typeface, run);
    return run
      .getGlyphInfosAndPositions()
      .map(({ codepoint, xAdvance = 0 }) => ({ id: codepoint, width: xAdvance }));
  };
}

/**
 * The typeface with its letters and just the glyphs that the texts are written with.
 * @param font its bytes, as sfnt.
 */
export async function cutToTexts(
  font: Uint8Array,
  letters: string,
  texts: Iterable<string>,
): Promise<Buffer> {
  const program = await subsetProgram();
  const address = program.malloc(font.length);
  // A view at each use: memory that has grown has left the earlier ones.
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
  const write = writerWith(font);
  const glyphs = program.hb_subset_input_glyph_set(input);
  for (const text of texts) for (const { id } of write(text)) program.hb_set_add(glyphs, id);
  const subset = program.hb_subset_or_fail(face, input);
  if (subset === 0)
    throw new Error('Failed to cut a typeface: harfbuzz could not make the subset.');
  const blob = program.hb_face_reference_blob(subset);
  const start = program.hb_blob_get_data(blob, 0);
  return Buffer.from(program.memory.buffer.slice(start, start + program.hb_blob_get_length(blob)));
}

/** A fresh one each time: what it has in memory goes with it. */
async function subsetProgram(): Promise<Program> {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const { exports } = instance;
  if (!isProgram(exports)) {
    throw new Error(
      'Failed to cut a typeface: this harfbuzzjs has no such program. Look at its release notes.',
    );
  }
  const { _initialize: initialize } = exports;
  initialize();
  return exports;
}

function isProgram(exports: object): exports is Program {
  const has = new Map<string, unknown>(Object.entries(exports));
  return (
    has.get('memory') instanceof WebAssembly.Memory &&
    names.every((name) => typeof has.get(name) === 'function')
  );
}
