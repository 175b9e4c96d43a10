import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { imageBytesMax, imageWidths, readImages } from './images.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 260"></svg>';
const folder = await mkdtemp(join(tmpdir(), 'inaam-hero-'));
await mkdir(join(folder, 'art'));
afterAll(() => rm(folder, { recursive: true, force: true }));

function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(parts).length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}

type Given = { brand?: string; sizes?: [number, number][]; codec?: string; data?: Buffer };

/** The boxes of a still AVIF, without picture data. */
function avif({
  brand = 'avif',
  sizes = [[1440, 520]],
  codec = 'av1C',
  data = box('mdat', Buffer.alloc(100)),
}: Given = {}) {
  const properties = sizes.map(([width, height]) => box('ispe', numbers(0, width, height)));
  const ipco = box('ipco', ...properties, box(codec, Buffer.alloc(4)));
  return Buffer.concat([
    box('ftyp', Buffer.from(brand, 'latin1'), numbers(0), Buffer.from('avifmif1miaf', 'latin1')),
    box('meta', numbers(0), box('iprp', ipco)),
    data,
  ]);
}

async function read(content: Buffer, name = 'hero') {
  const file = join(folder, 'art', `${name}.avif`);
  await writeFile(file, content);
  const result = await readImages(folder, 'a-folder', drawing);
  await rm(file);
  return result;
}

const problemOf = async (content: Buffer, name?: string) => (await read(content, name)).problems[0];

test('[CAM-5] a campaign may do without them', async () => {
  expect(await readImages(folder, 'a-folder', drawing)).toEqual({ found: new Map(), problems: [] });
});

test('[CAM-5] its address depends on its content, its size is that of the whole picture', async () => {
  // A tiled picture also has the size of a tile.
  const content = avif({
    sizes: [
      [512, 512],
      [1440, 520],
    ],
  });
  const first = (await read(content)).found.get('hero');
  const second = (await read(avif({ data: box('mdat', Buffer.alloc(101)) }))).found.get('hero');
  expect(first?.address).toMatch(/^\/art\/hero-[0-9a-f]{10}\.avif$/);
  expect(second?.address).not.toBe(first?.address);
  expect(first?.content).toEqual(content);
});

test.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['a WebP', Buffer.from('RIFF\u0010\0\0\0WEBPVP8 0123', 'latin1')],
  ['a HEIC', avif({ brand: 'heic' })],
  ['an animation', avif({ brand: 'avis' })],
  ['one of another codec', avif({ codec: 'hvcC' })],
  ['one without a size', avif({ sizes: [] })],
  ['one without data', avif({ data: Buffer.alloc(0) })],
  ['one that was cut off', avif().subarray(0, -1)],
  ['one with bytes after its end', Buffer.concat([avif(), Buffer.alloc(3)])],
])('[CAM-5] %s is no AVIF', async (_, content) => {
  expect(await problemOf(content)).toBe(
    'a-folder/art/hero.avif: the file must be a whole AVIF of one still picture. Encode it again with avifenc, or delete it: then the drawing is shown.',
  );
});

test('[CAM-5] one of 40,000 bytes is taken, one of 40,001 is refused', async () => {
  const empty = avif({ data: box('mdat') }).length;
  const ofBytes = (bytes: number) => avif({ data: box('mdat', Buffer.alloc(bytes - empty)) });
  expect(await problemOf(ofBytes(imageBytesMax))).toBeUndefined();
  expect(await problemOf(ofBytes(imageBytesMax + 1))).toBe(
    'a-folder/art/hero.avif: the file must be 40000 bytes or fewer, but is 40001. Encode it with a lower quality, or make it smaller.',
  );
});

test.each<[number, number, string | undefined]>([
  [imageWidths.min, 260, undefined],
  [imageWidths.min - 1, 260, 'must be 720 to 1600 pixels wide, but is 719'],
  [imageWidths.max, 578, undefined],
  [imageWidths.max + 1, 578, 'must be 720 to 1600 pixels wide, but is 1601'],
  [1000, 361, undefined],
  [1000, 360, 'so 1000 × 361 pixels, but is 1000 × 360'],
  [1000, 362, 'so 1000 × 361 pixels, but is 1000 × 362'],
])('[CAM-5] %i × %i: %s', async (width, height, problem) => {
  const found = await problemOf(avif({ sizes: [[width, height]] }));
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test.each([
  ['scan', 720, 418],
  ['closed', 720, 418],
  ['mishap', 720, 418],
  ['wheel', 760, 760],
] as const)('[CAM-5] %s has its own proportions, %i × %i', async (name, width, height) => {
  const of = (...sizes: [number, number][]) => problemOf(avif({ sizes }), name);
  expect(await of([width, height])).toBeUndefined();
  expect(await of([width, height + 1])).toContain(`so ${width} × ${height} pixels`);
});
