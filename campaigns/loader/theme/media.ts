// Reads the campaign's sounds, the videos of plugins, and `art/hero.avif`, the hero as an image.
// Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeroImage } from '../../public/public-campaign.ts';
import type { FileReader } from '../read-json.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';

/** @public Some ten seconds; it is fetched when somebody plays it, never with the page. */
export const videoBytesMax = 600_000;
/** Fetched while the shopper types the code. */
export const soundsBytesMax = 14_000;
/** Optional: without them, sounds are synthesized. */
export const soundsFile = 'sounds.mp3';

export function soundsIn(addresses: ReadonlyMap<string, string>): { sounds?: string } {
  const sounds = addresses.get(soundsFile);
  return sounds === undefined ? {} : { sounds };
}

/** Addresses by file, and contents by address. */
type Media = {
  addresses: ReadonlyMap<string, string>;
  contents: ReadonlyMap<string, Buffer>;
};

/**
 * @param files of plugins
 * @returns the media, or each problem as a sentence
 */
export async function readMedia(
  folder: string,
  shownFolder: string,
  files: readonly string[],
  read: FileReader = readFile,
): Promise<Media | { problems: string[] }> {
  const addresses = new Map<string, string>();
  const contents = new Map<string, Buffer>();
  const problems: string[] = [];
  for (const file of new Set([soundsFile, ...files])) {
    if (file !== soundsFile && !file.endsWith('.mp4')) continue;
    const content = await read(join(folder, 'art', file)).catch(() => undefined);
    if (file === soundsFile && !content) continue;
    const problem = file === soundsFile ? soundsProblem(content) : videoProblem(content);
    if (problem) problems.push(formatProblem(`${shownFolder}/art/${file}`, problem));
    if (!content || problem) continue;
    const address = addressOf(file, content);
    addresses.set(file, address);
    contents.set(address, content);
  }
  return problems.length > 0 ? { problems } : { addresses, contents };
}

/** Contains a hash of the content, so that browsers may cache it forever. */
function addressOf(file: string, content: Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `/art/${file.replace('.', `-${hash}.`)}`;
}

function videoProblem(content: Buffer | undefined): Problem | undefined {
  const [path, fix] = [[], 'Encode it again, with H.264 and the index first (faststart).'];
  if (!content) return { path, message: 'is missing', fix: 'Put it there, or leave video out.' };
  if (content.length > videoBytesMax) return tooLong(content, videoBytesMax);
  // ISO/IEC 14496-12: the first box says what the file is.
  const isMp4 = content.toString('latin1', 4, 8) === 'ftyp';
  return isMp4 ? undefined : { path, message: 'must be a video in an MP4 file', fix };
}

function soundsProblem(content: Buffer = Buffer.alloc(0)): Problem | undefined {
  if (content.length > soundsBytesMax) return tooLong(content, soundsBytesMax);
  // ISO/IEC 11172-3: a frame of layer III begins with these bits; ID3 tags may precede it.
  const head = content.length < 2 ? 0 : content.readUInt16BE(0);
  if ((head & 0xff_e6) === 0xff_e2 || content.toString('latin1', 0, 3) === 'ID3') return undefined;
  const fix = 'Encode it with lame, or delete it: then the sounds are synthesized.';
  return { path: [], message: 'must be an MP3', fix };
}

const tooLong = ({ length }: Buffer, bytesMax: number): Problem => ({
  path: [],
  message: `must be ${bytesMax} bytes or fewer, but is ${length}`,
  fix: 'Make it shorter or smaller.',
});

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
  const problem = heroProblem(content, facts, drawing);
  if (facts === undefined || problem !== undefined) {
    const found = problem ?? notAvif;
    return { problem: formatProblem(`${shownFolder}/art/hero.avif`, { path: [], ...found }) };
  }
  return { image: { address: addressOf('hero.avif', content), ...facts }, content };
}

const notAvif = {
  message: 'must be a whole AVIF of one still picture',
  fix: 'Encode it again with avifenc, or delete it: then the drawing is shown.',
};

function heroProblem(
  { length }: Buffer,
  facts: AvifFacts | undefined,
  drawing: string,
): Omit<Problem, 'path'> | undefined {
  if (length > heroBytesMax) {
    const fix = 'Encode it with a lower quality, or make it smaller.';
    return { message: `must be ${heroBytesMax} bytes or fewer, but is ${length}`, fix };
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
