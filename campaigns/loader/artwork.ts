// Reads `art/<name>.svg` and refuses any picture that could run or load something. Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatProblem } from '../schema/problem.ts';
import type { ArtworkName } from '../public/public-campaign.ts';

const names: readonly ArtworkName[] = ['emblem', 'hero', 'pattern', 'scan', 'closed', 'mishap'];
/** Pictures must suit the slow networks that the page is made for. */
export const pictureBytesMax = 16_000;

export type Artwork = { art: Record<ArtworkName, string>; pictures: ReadonlyMap<string, string> };

/** @returns the pictures and their addresses, or each problem as a sentence */
export async function readArtwork(
  folder: string,
  shownFolder: string,
): Promise<Artwork | { problems: string[] }> {
  const read = await Promise.all(
    names.map(async (name) => {
      const svg = await readFile(join(folder, 'art', `${name}.svg`), 'utf8').catch(() => undefined);
      return { name, svg, problem: problemOf(svg) };
    }),
  );
  const problems = read.flatMap(({ name, problem }) =>
    problem === undefined
      ? []
      : [formatProblem(`${shownFolder}/art/${name}.svg`, { path: [], ...problem })],
  );
  if (problems.length > 0) return { problems };
  const placed = read.map(({ name, svg = '' }) => ({ name, svg, address: addressOf(name, svg) }));
  const at = (wanted: ArtworkName) => placed.find(({ name }) => name === wanted)?.address ?? '';
  return {
    art: {
      emblem: at('emblem'),
      hero: at('hero'),
      pattern: at('pattern'),
      scan: at('scan'),
      closed: at('closed'),
      mishap: at('mishap'),
    },
    pictures: new Map(placed.map(({ address, svg }) => [address, svg])),
  };
}

/** Contains a hash of the content, so that browsers may cache it forever. */
function addressOf(name: ArtworkName, svg: string): string {
  return `/art/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 10)}.svg`;
}

const drawing =
  'Draw it with shapes and presentation attributes; remove scripts, styles, pictures and links.';
const forbidden =
  /<(?:script|style|image|foreignObject|a|animate|set|use)\b|<!|<\?|\s(?:on\w+|style|href|xlink:href)\s*=|url\((?!#)|javascript:/i;

function problemOf(svg: string | undefined): { message: string; fix: string } | undefined {
  if (svg === undefined)
    return { message: 'is missing', fix: 'Draw it; README.md describes its use.' };
  const size = Buffer.byteLength(svg);
  if (size > pictureBytesMax) {
    return {
      message: `must be ${pictureBytesMax} bytes or fewer, but is ${size}`,
      fix: 'Round its numbers and draw less.',
    };
  }
  if (!/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">/.test(svg)) {
    return {
      message: 'must begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 … …">',
      fix: 'Write that, so that it can be of any size.',
    };
  }
  const [found] = forbidden.exec(svg) ?? [];
  if (found !== undefined)
    return { message: `must contain only shapes, but has ${found.trim()}`, fix: drawing };
  return undefined;
}
