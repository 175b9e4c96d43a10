// Reads `art/hero.avif`, the hero as an image. It is optional.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeroImage } from '../../public/public-campaign.ts';
import type { FileReader } from '../read-json.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';

/** Keeps everything before HOME within 170 kB. */
export const heroBytesMax = 40_000;
/** At least two image pixels per phone pixel, and no more than a small phone decodes at once. */
export const heroWidths = { min: 720, max: 1600 } as const;

export type HeroFile = { image: HeroImage; content: Buffer };

/**
 * @param drawing `art/hero.svg`, which the image replaces
 * @returns undefined if there is no image
 */
export async function readHeroImage(
  folder: string,
  shownFolder: string,
  drawing: string,
  read: FileReader = readFile,
): Promise<HeroFile | { problem: string } | undefined> {
  const content = await read(join(folder, 'art', 'hero.avif')).catch(() => undefined);
  if (content === undefined) return undefined;
  const facts = readAvif(content);
  const problem = problemOf(content, facts, drawing);
  if (facts === undefined || problem !== undefined) {
    const found = problem ?? notAvif;
    return { problem: formatProblem(`${shownFolder}/art/hero.avif`, { path: [], ...found }) };
  }
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return { image: { address: `/art/hero-${hash}.avif`, ...facts }, content };
}

const notAvif = {
  message: 'must be a whole AVIF of one still picture',
  fix: 'Encode it again with avifenc, or delete it: then the drawing is shown.',
};

function problemOf(
  { length }: Buffer,
  facts: AvifFacts | undefined,
  drawing: string,
): Omit<Problem, 'path'> | undefined {
  if (length > heroBytesMax) {
    return {
      message: `must be ${heroBytesMax} bytes or fewer, but is ${length}`,
      fix: 'Encode it with a lower quality, or make it smaller.',
    };
  }
  if (facts === undefined) return notAvif;
  const { width, height } = facts;
  if (width < heroWidths.min || width > heroWidths.max) {
    return {
      message: `must be ${heroWidths.min} to ${heroWidths.max} pixels wide, but is ${width}`,
      fix: 'Scale it.',
    };
  }
  const [, across, down] = (/viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? []).map(Number);
  // A missing drawing is reported separately.
  if (across === undefined || down === undefined) return undefined;
  const wanted = Math.round((width * down) / across);
  if (height === wanted) return undefined;
  return {
    message: `must have the proportions of hero.svg (${across} × ${down}), so ${width} × ${wanted} pixels, but is ${width} × ${height}`,
    fix: 'Crop it: the image replaces the drawing.',
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
