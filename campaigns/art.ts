// Reads the pictures of a campaign folder, `art/<name>.svg`, and lets none through that could do or load anything: a
// picture draws, by attributes. Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultSentence } from './fault.ts';
import type { ArtName } from './public.ts';

const names: readonly ArtName[] = ['emblem', 'hero', 'pattern', 'scan', 'closed', 'mishap'];
/** Bytes: a picture comes over the networks that the whole page comes over. */
export const pictureMax = 16_000;

export type Art = { art: Record<ArtName, string>; pictures: ReadonlyMap<string, string> };

/** @returns the addresses of the pictures and what is there, or each fault as a sentence. */
export async function readArt(
  folder: string,
  shownFolder: string,
): Promise<Art | { faults: string[] }> {
  const read = await Promise.all(
    names.map(async (name) => {
      const svg = await readFile(join(folder, 'art', `${name}.svg`), 'utf8').catch(() => undefined);
      return { name, svg, fault: faultOf(svg) };
    }),
  );
  const faults = read.flatMap(({ name, fault }) =>
    fault === undefined
      ? []
      : [faultSentence(`${shownFolder}/art/${name}.svg`, { field: '', ...fault })],
  );
  if (faults.length > 0) return { faults };
  const placed = read.map(({ name, svg = '' }) => ({ name, svg, address: addressOf(name, svg) }));
  const at = (wanted: ArtName) => placed.find(({ name }) => name === wanted)?.address ?? '';
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

/** By its content, so that a browser may keep it for good. */
function addressOf(name: ArtName, svg: string): string {
  return `/art/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 10)}.svg`;
}

const drawing =
  'Draw it with shapes and presentation attributes; take out scripts, styles, pictures and links.';
const forbidden =
  /<(?:script|style|image|foreignObject|a|animate|set|use)\b|<!|<\?|\s(?:on\w+|style|href|xlink:href)\s*=|url\((?!#)|javascript:/i;

function faultOf(svg: string | undefined): { wrong: string; mend: string } | undefined {
  if (svg === undefined) return { wrong: 'is missing', mend: 'Draw it; README.md says for what.' };
  const size = Buffer.byteLength(svg);
  if (size > pictureMax) {
    return {
      wrong: `must be ${pictureMax} bytes or fewer, it is ${size}`,
      mend: 'Round its numbers and draw less.',
    };
  }
  if (!/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">/.test(svg)) {
    return {
      wrong: 'must begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 … …">',
      mend: 'Write that, so that it can be of any size.',
    };
  }
  const [found] = forbidden.exec(svg) ?? [];
  if (found !== undefined)
    return { wrong: `must only draw, it has ${found.trim()}`, mend: drawing };
  return undefined;
}
