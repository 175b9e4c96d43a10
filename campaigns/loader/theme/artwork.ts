// Reads `art/<name>.svg` and refuses pictures that could run or load something; also its
// AVIFs, if any. Server only.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReader } from '../read-json.ts';
import { formatProblem } from '../../schema/problem.ts';
import type { ArtworkName, ImageName } from '../../public/public-campaign.ts';
import { characterSheet } from './character-sheet.ts';
import { readImages, type ImageFile } from './images.ts';

export const artworkNames: readonly ArtworkName[] = ['emblem', 'hero', 'pattern', 'character'];
/** Pictures must suit the slow networks that the page is made for. */
export const pictureBytesMax = 16_000;

/** Many particles fly at once, and the picture is in the page's style sheet. */
export const particleBytesMax = 1500;

export type Artwork = {
  art: Record<ArtworkName, string> & { particle?: string };
  /** Addresses of plugins' drawings, by file. */
  ofPlugins: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, string>;
  images: ReadonlyMap<ImageName, ImageFile>;
};

type Size = { width: number; height: number };

/**
 * @param kit what the campaign's kit requires of its drawings
 * @returns the pictures and their addresses, or each problem as a sentence
 */
export async function readArtwork(
  folder: string,
  shownFolder: string,
  kit: { heroSize?: Size; hasParticle?: boolean; ofPlugins?: readonly string[] } = {},
  readBytes: FileReader = readFile,
): Promise<Artwork | { problems: string[] }> {
  const ofPlugins = [...new Set(kit.ofPlugins)].filter((file) => file.endsWith('.svg'));
  const wanted = [
    ...artworkNames,
    ...(kit.hasParticle === true ? ['particle'] : []),
    ...ofPlugins.map((file) => file.replace(/\.svg$/, '')),
  ];
  const read = await Promise.all(
    wanted.map(async (name) => {
      const file = join(folder, 'art', `${name}.svg`);
      const svg = await readBytes(file).then(
        (bytes) => bytes.toString('utf8'),
        () => undefined,
      );
      const bytesMax = name === 'particle' ? particleBytesMax : pictureBytesMax;
      const size = name === 'hero' ? kit.heroSize : undefined;
      const problem = problemOf(svg, bytesMax, size);
      if (name !== 'character' || svg === undefined || problem) return { name, svg, problem };
      const sheet = characterSheet(svg);
      return typeof sheet === 'string' ? { name, svg: sheet } : { name, problem: sheet };
    }),
  );
  const problems = read.flatMap(({ name, problem }) =>
    problem === undefined
      ? []
      : [formatProblem(`${shownFolder}/art/${name}.svg`, { path: [], ...problem })],
  );
  const drawn = read.find(({ name }) => name === 'hero')?.svg ?? '';
  const images = await readImages(folder, shownFolder, drawn, readBytes);
  problems.push(...images.problems);
  if (problems.length > 0) return { problems };
  const placed = read.map(({ name, svg = '' }) => ({ name, svg, address: addressOf(name, svg) }));
  const at = (one: ArtworkName) => placed.find(({ name }) => name === one)?.address ?? '';
  const particle = placed.find(({ name }) => name === 'particle')?.address;
  return {
    art: {
      emblem: at('emblem'),
      hero: at('hero'),
      pattern: at('pattern'),
      character: at('character'),
      ...(particle !== undefined && { particle }),
    },
    ofPlugins: new Map(
      placed.flatMap(({ name, address }) =>
        ofPlugins.includes(`${name}.svg`) ? [[`${name}.svg`, address]] : [],
      ),
    ),
    pictures: new Map(placed.map(({ address, svg }) => [address, svg])),
    images: images.found,
  };
}

/** Contains a hash of the content, so that browsers may cache it forever. */
function addressOf(name: string, svg: string): string {
  return `/art/${name}-${createHash('sha256').update(svg).digest('hex').slice(0, 10)}.svg`;
}

const drawing =
  'Draw it with shapes and presentation attributes; remove scripts, styles, pictures and links.';
const elements = new Set(
  'svg g defs path circle ellipse rect line polyline polygon linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
);
const attributes = new Set(
  (
    'xmlns viewBox id d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform opacity display ' +
    'pathLength fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin ' +
    'stroke-miterlimit stroke-dasharray stroke-dashoffset offset stop-color stop-opacity gradientUnits ' +
    'gradientTransform spreadMethod clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits'
  ).split(' '),
);
const part = /\s+|<(\/?)([^\s<>/]*)((?:\s+[^\s<>=/]+="[^"<&]*")*)\s*(\/?)>/y;
const pair = /([^\s=]+)="([^"]*)"/g;

/** Reads all of it: what is not known here is refused. @returns the first that is not a shape */
function otherThanShapes(svg: string): string | undefined {
  const open: string[] = [];
  for (part.lastIndex = 0; part.lastIndex < svg.length;) {
    const at = part.lastIndex;
    const [text, isEnd, name, written = '', isEmpty] = part.exec(svg) ?? [];
    if (text === undefined) return /^<?[^\s<>]*/.exec(svg.slice(at, at + 40))?.[0] ?? '';
    if (name === undefined) continue;
    if (!elements.has(name) || (at > 0 && open.length === 0)) return `<${isEnd}${name}`;
    if (isEnd !== '' && open.pop() !== name) return `</${name}`;
    for (const [whole, attribute = '', value = ''] of written.matchAll(pair)) {
      const isSafe = !/url\((?!#)|:/i.test(value) || attribute === 'xmlns';
      if (!attributes.has(attribute) || !isSafe) return whole;
    }
    if (isEnd === '' && isEmpty === '') open.push(name);
  }
  return open.length === 0 ? undefined : `<${open.at(-1)} without its end`;
}

function problemOf(
  svg: string | undefined,
  bytesMax: number,
  heroSize: Size | undefined,
): { message: string; fix: string } | undefined {
  if (svg === undefined)
    return { message: 'is missing', fix: 'Draw it; README.md describes its use.' };
  const size = Buffer.byteLength(svg);
  if (size > bytesMax) {
    return {
      message: `must be ${bytesMax} bytes or fewer, but is ${size}`,
      fix: 'Round its numbers and draw less.',
    };
  }
  if (!/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">/.test(svg)) {
    return {
      message: 'must begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 … …">',
      fix: 'Write that, so that it scales to any size.',
    };
  }
  if (heroSize && !svg.includes(` viewBox="0 0 ${heroSize.width} ${heroSize.height}">`)) {
    return {
      message: `must have viewBox="0 0 ${heroSize.width} ${heroSize.height}" in this layout`,
      fix: 'Draw it in that shape, or choose another theme.kit.hero.layout.',
    };
  }
  const found = otherThanShapes(svg);
  return found === undefined
    ? undefined
    : { message: `must contain only shapes, but has ${found}`, fix: drawing };
}
