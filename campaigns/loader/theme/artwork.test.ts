import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { particleBytesMax, pictureBytesMax, readArtwork } from './artwork.ts';
import { campaignsFolder } from '../load-campaign.ts';

const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">';
const folder = await mkdtemp(join(tmpdir(), 'inaam-art-'));
await cp(join(campaignsFolder, 'biscuit-2025', 'art'), join(folder, 'art'), {
  recursive: true,
});
// It has the proportions of the campaign's own hero.
await rm(join(folder, 'art', 'hero.avif'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The problem reported when the hero picture is this SVG. */
async function problemOf(svg: string): Promise<string | undefined> {
  await writeFile(join(folder, 'art', 'hero.svg'), svg);
  const result = await readArtwork(folder, 'a-folder');
  return 'problems' in result ? result.problems.join('\n') : undefined;
}

test('[CAM-5] the address of a picture depends on its content', async () => {
  const plain = `${head}<path d="M0 0h9v9z" fill="url(#a)"/></svg>`;
  expect(await problemOf(plain)).toBeUndefined();
  const first = await readArtwork(folder, 'a-folder');
  await problemOf(plain.replace('9v9', '8v8'));
  const second = await readArtwork(folder, 'a-folder');
  if ('problems' in first || 'problems' in second)
    throw new Error('Failed: both are good pictures.');
  expect(first.pictures.get(first.art.hero)).toBe(plain);
  expect(first.art.hero).toMatch(/^\/art\/hero-[0-9a-f]{10}\.svg$/);
  expect(second.art.hero).not.toBe(first.art.hero);
  expect(second.art.emblem).toBe(first.art.emblem);
});

test.each([
  '<script>1</script>',
  '<style>path{fill:red}</style>',
  '<path style="fill:red"/>',
  '<path onload="alert(1)"/>',
  '<path\nonload="alert(1)"/>',
  '<image href="https://evil.example/a.png"/>',
  '<use href="#a"/>',
  '<a href="https://evil.example"><path/></a>',
  '<path fill="url(https://evil.example/a)"/>',
  '<foreignObject><p>hello</p></foreignObject>',
  '<animate attributeName="x"/>',
  '<!-- a word -->',
  '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
  '<iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/>',
  '<meta http-equiv="refresh" content="0"/>',
  '<path l:href="#a"/>',
  '<path d="M0 0" xmlns:l="http://www.w3.org/1999/xlink"/>',
  '<path fill="&#117;rl(x)"/>',
  "<path d='M0 0'/>",
  '<![CDATA[<path/>]]>',
  '<?xml-stylesheet href="a.css"?>',
  '<g><path/>',
  '</g>',
  '<g></defs>',
  '</svg><script/><svg>',
  'a word',
])('[CAM-5] %s is none', async (part) => {
  expect(await problemOf(`${head}${part}</svg>`)).toMatch(
    /^a-folder\/art\/hero\.svg: the file must contain only shapes, but has /,
  );
});

test('[CAM-5] a particle has at most 1500 bytes, and is read only if the kit has it fly', async () => {
  const write = (size: number) =>
    writeFile(
      join(folder, 'art', 'particle.svg'),
      `${head}${' '.repeat(size - head.length - 6)}</svg>`,
    );
  const read = (hasParticle: boolean) => readArtwork(folder, 'a-folder', { hasParticle });
  await problemOf(`${head}</svg>`);
  await write(particleBytesMax);
  expect(await read(true)).toMatchObject({
    art: { particle: expect.stringMatching(/^\/art\/particle-/) },
  });
  await write(particleBytesMax + 1);
  expect(await read(true)).toEqual({
    problems: [
      'a-folder/art/particle.svg: the file must be 1500 bytes or fewer, but is 1501. Round its numbers and draw less.',
    ],
  });
  expect(await read(false)).not.toHaveProperty('art.particle');
});

test('[CAM-5] a file that is not SVG or is too large is refused', async () => {
  expect(await problemOf('<html></html>')).toContain('must begin with <svg');
  const much = (size: number) => `${head}${' '.repeat(size - head.length - 6)}</svg>`;
  expect(await problemOf(much(pictureBytesMax))).toBeUndefined();
  expect(await problemOf(much(pictureBytesMax + 1))).toContain(
    `must be ${pictureBytesMax} bytes or fewer, but is ${pictureBytesMax + 1}`,
  );
  await rm(join(folder, 'art', 'hero.svg'));
  const result = await readArtwork(folder, 'a-folder');
  expect('problems' in result && result.problems).toEqual([
    'a-folder/art/hero.svg: the file is missing. Draw it; README.md describes its use.',
  ]);
});
