// Reads `art/hero.avif`, the hero as an image. It is optional.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeroImage } from '../../public/public-campaign.ts';
import type { FileReader } from '../read-json.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';
import { readAvif, type AvifFacts } from './avif.ts';

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
