// Reads `art/<name>.avif`: images that take the place of drawings. All are optional.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageName } from '../../public/public-campaign.ts';
import type { FileReader } from '../read-json.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';

/** Keeps everything before HOME within 170 kB. */
export const imageBytesMax = 40_000;
/** At least two image pixels per phone pixel, and no more than a small phone decodes at once. */
export const imageWidths = { min: 720, max: 1600 } as const;

export const imageNames: readonly ImageName[] = ['hero', 'scan', 'closed', 'mishap', 'wheel'];

const ofScreens = { across: 400, down: 232 };
const ofWheel = { across: 1, down: 1 };

/** Undefined: `art/hero.svg` has none, which is reported separately. */
export function proportionsOf(name: ImageName, drawnHero: string) {
  if (name !== 'hero') return name === 'wheel' ? ofWheel : ofScreens;
  const [, across, down] = (/viewBox="0 0 (\d+) (\d+)"/.exec(drawnHero) ?? []).map(Number);
  return across === undefined || down === undefined ? undefined : { across, down };
}

export type ImageFile = { address: string; content: Buffer };

type Images = ReadonlyMap<ImageName, ImageFile>;
export const addressesOf = (images: Images): Partial<Record<ImageName, string>> =>
  Object.fromEntries([...images].map(([name, { address }]) => [name, address]));
export const contentsOf = (images: Images) =>
  [...images.values()].map(({ address, content }) => [address, content] as const);

/** @param drawnHero `art/hero.svg`, whose proportions the hero has */
export async function readImages(
  folder: string,
  shownFolder: string,
  drawnHero: string,
  read: FileReader = readFile,
): Promise<{ found: ReadonlyMap<ImageName, ImageFile>; problems: string[] }> {
  const found = new Map<ImageName, ImageFile>();
  const problems: string[] = [];
  for (const name of imageNames) {
    const content = await read(join(folder, 'art', `${name}.avif`)).catch(() => undefined);
    if (content === undefined) continue;
    const problem = problemOf(content, proportionsOf(name, drawnHero));
    const file = `${shownFolder}/art/${name}.avif`;
    if (problem) problems.push(formatProblem(file, { path: [], ...problem }));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    found.set(name, { address: `/art/${name}-${hash}.avif`, content });
  }
  return { found, problems };
}

function problemOf(
  content: Buffer,
  wanted?: ReturnType<typeof proportionsOf>,
): Omit<Problem, 'path'> | undefined {
  if (content.length > imageBytesMax) {
    return {
      message: `must be ${imageBytesMax} bytes or fewer, but is ${content.length}`,
      fix: 'Encode it with a lower quality, or make it smaller.',
    };
  }
  const facts = readAvif(content);
  if (facts === undefined) {
    return {
      message: 'must be a whole AVIF of one still picture',
      fix: 'Encode it again with avifenc, or delete it: then the drawing is shown.',
    };
  }
  const { width, height } = facts;
  if (width < imageWidths.min || width > imageWidths.max) {
    return {
      message: `must be ${imageWidths.min} to ${imageWidths.max} pixels wide, but is ${width}`,
      fix: 'Scale it.',
    };
  }
  if (wanted === undefined) return undefined;
  const { across, down } = wanted;
  const tall = Math.round((width * down) / across);
  if (height === tall) return undefined;
  return {
    message: `must have the proportions ${across} × ${down}, so ${width} × ${tall} pixels, but is ${width} × ${height}`,
    fix: 'Crop it.',
  };
}

// Reads an AVIF's metadata without decoding it. ISO/IEC 14496-12 (boxes), 23008-12.

type AvifFacts = { width: number; height: number };

/** Boxes that contain boxes, and how many bytes precede the inner ones. */
const containers = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
]);
const headBytes = 8;

/** @returns undefined if this is not an AVIF of one picture, or is incomplete */
function readAvif(file: Buffer): AvifFacts | undefined {
  const boxes = boxesOf(file);
  const brands = boxes?.find(({ type }) => type === 'ftyp')?.body.toString('latin1') ?? '';
  // A sequence has the brand `avis`: it would move, whatever the shopper prefers.
  if (boxes?.[0]?.type !== 'ftyp' || !brands.startsWith('avif')) return undefined;
  const has = (wanted: string) => boxes.some(({ type }) => type === wanted);
  if (!has('mdat') || !has('av1C')) return undefined;
  // Each part has a size; the largest is the whole picture's.
  const sizes = boxes.flatMap(({ type, body }) =>
    type === 'ispe' && body.length === 12
      ? [{ width: body.readUInt32BE(4), height: body.readUInt32BE(8) }]
      : [],
  );
  return sizes.toSorted((one, other) => other.width - one.width)[0];
}

type Box = { type: string; body: Buffer };

/** In file order, including nested boxes; undefined if one does not fit. */
function boxesOf(bytes: Buffer): Box[] | undefined {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes.length - at < headBytes) return undefined;
    const size = bytes.readUInt32BE(at);
    if (size < headBytes || at + size > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + headBytes);
    const body = bytes.subarray(at + headBytes, at + size);
    boxes.push({ type, body });
    const own = containers.get(type);
    const within = own === undefined ? [] : boxesOf(body.subarray(own));
    if (within === undefined) return undefined;
    boxes.push(...within);
    at += size;
  }
  return boxes;
}
