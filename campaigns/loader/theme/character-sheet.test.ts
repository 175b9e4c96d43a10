import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { characterParts } from '../../public/kit.ts';
import { readArtwork } from './artwork.ts';
import { characterBytesMax, characterSheet } from './character-sheet.ts';
import { campaignsFolder } from '../load-campaign.ts';

const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">';
const groupOf = (id: string, content = `<path d="M0 0h${id.length}"/>`) =>
  `<g id="${id}" fill="red">${content}</g>`;
/** The sheet of a valid drawing. */
function sheetOf(svg: string): string {
  const sheet = characterSheet(svg);
  if (typeof sheet !== 'string') throw new Error(`Failed: it ${sheet.message}.`);
  return sheet;
}
const drawn = (ids: readonly string[], more = '') =>
  `${head}${more}${ids.map((id) => groupOf(id)).join('')}</svg>`;

test('[CAM-5] a character has its parts side by side, in one order whatever order it is drawn in', () => {
  const sheet = sheetOf(drawn(characterParts.toReversed()));
  expect(sheet).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 2720 160">/);
  const cells = sheet.match(/<svg x="\d+" .*?<\/svg>/g);
  expect(cells).toEqual(
    characterParts.map(
      (id, at) =>
        `<svg x="${at * 160}" width="160" height="160" viewBox="0 0 160 160"><g fill="red"><path d="M0 0h${id.length}"/></g></svg>`,
    ),
  );
});

test('[CAM-5] groups within a part belong to it, what is hidden in the drawing is not in the sheet, and definitions remain', () => {
  const [first, ...others] = characterParts;
  const nested = '<g opacity=".5"><g><circle r="2"/></g></g><path d="M1 1"/>';
  const hidden = groupOf(first, nested).replace(' fill', ' display="none" fill');
  const defs = '<defs><linearGradient id="g"></linearGradient></defs>';
  const sheet = sheetOf(drawn(others, `${defs}${hidden}`));
  expect(sheet).toContain(`<g fill="red">${nested}</g></svg><svg x="160"`);
  expect(sheet.split(defs)).toHaveLength(2);
  expect(sheet).not.toContain('display');
});

test.each(characterParts)(
  '[CAM-5] a character without %s is refused, and the part is named',
  (part) => {
    expect(characterSheet(drawn(characterParts.filter((other) => other !== part)))).toMatchObject({
      message: `must have each part, but has no ${part}`,
    });
  },
);

test('[CAM-5] a part within another is none', () => {
  const [first, ...others] = characterParts;
  expect(
    characterSheet(
      `${head}<g>${groupOf(first)}</g>${others.map((id) => groupOf(id)).join('')}</svg>`,
    ),
  ).toMatchObject({
    message: `must have each part, but has no ${first}`,
  });
});

test('[CAM-5] a character that is too large or has another frame is refused', () => {
  const max = (size: number) => {
    const whole = drawn(characterParts);
    return whole.replace('</svg>', `${' '.repeat(size - whole.length)}</svg>`);
  };
  expect(characterSheet(max(characterBytesMax))).toBeTypeOf('string');
  expect(characterSheet(max(characterBytesMax + 1))).toMatchObject({
    message: `must be ${characterBytesMax} bytes or fewer, but is ${characterBytesMax + 1}`,
  });
  expect(characterSheet(drawn(characterParts).replace('0 0 160 160', '0 0 100 100'))).toMatchObject(
    {
      message: `must begin with ${head}`,
    },
  );
});

test('[CAM-5] the start names the file and the part that is missing, and refuses what could run in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inaam-character-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(campaignsFolder, 'biscuit-2025', 'art'), join(folder, 'art'), {
    recursive: true,
  });
  const file = join(folder, 'art', 'character.svg');
  const good = await readFile(file, 'utf8');
  const problemsOf = async (svg: string) => {
    await writeFile(file, svg);
    const result = await readArtwork(folder, 'a-folder');
    return 'problems' in result ? result.problems : [];
  };
  expect(await problemsOf(good)).toEqual([]);
  expect(await problemsOf(good.replace('id="arm-left"', 'id="arm"'))).toEqual([
    'a-folder/art/character.svg: the file must have each part, but has no arm-left. Draw each as a separate <g id="…">; the recipe for themes lists them.',
  ]);
  expect(await problemsOf(good.replace('</g>', '<script>1</script></g>'))).toEqual([
    expect.stringMatching(/^a-folder\/art\/character\.svg: the file must contain only shapes/),
  ]);
});
