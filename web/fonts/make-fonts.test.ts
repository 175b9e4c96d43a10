import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { scriptOf } from '@inaam/campaigns/public/tags.ts';
import { isShapedOtherwise, shaperFor } from './subset-to-words.ts';
import { inkOf, devanagariSourceOf, displaySourceOf, makeFonts, toSfnt } from './make-fonts.ts';
import { wordsIn } from './heading-texts.ts';
import { scriptFaces } from './script-faces.ts';

const latinBytesMax = 14_000;
const devanagariBytesMax = 27_000;
const scriptBytesMax = 42_000;

const typefaceNames = ['rounded', 'serif', 'condensed', 'handwritten'] as const;

const shipped = (name: string) => readFile(path.join(import.meta.dirname, `${name}.woff2`));

async function shapers(source: string, name: string) {
  const whole = await toSfnt(await readFile(source));
  const ours = await toSfnt(await shipped(name));
  return {
    whole: shaperFor(whole),
    ours: shaperFor(ours),
    isOtherwise: isShapedOtherwise(whole, ours),
  };
}

test(
  'each file of every page is what `npm run fonts` makes, byte for byte',
  { tags: ['long'] },
  async () => {
    const made = await makeFonts('everyPage');
    for (const [name, bytes] of made) {
      const file = await readFile(path.join(import.meta.dirname, name));
      expect(file.equals(bytes), `${name}: run npm run fonts`).toBe(true);
    }
    for (const typeface of typefaceNames) {
      expect(made.get(`${typeface}-latin.woff2`)?.length, typeface).toBeLessThan(latinBytesMax);
      const { length = Infinity } = made.get(`${typeface}-devanagari.woff2`) ?? {};
      expect(length, typeface).toBeLessThan(devanagariBytesMax);
    }
  },
);

test.each(typefaceNames)(
  'the typeface %s shapes each word in Devanagari as the complete font does',
  async (typeface) => {
    const source = devanagariSourceOf(typeface);
    const { isOtherwise } = await shapers(source, `${typeface}-devanagari`);
    const words = await wordsIn('Deva');
    expect(words.size).toBeGreaterThan(500);
    expect([...words].filter(isOtherwise), 'run npm run fonts').toEqual([]);
  },
);

test('a conjunct that is in no text is not included, and differs', async () => {
  const { whole, ours } = await shapers(devanagariSourceOf('rounded'), 'rounded-devanagari');
  const widths = (write: typeof whole) => write('ङ्म').map(({ width }) => width);
  expect(widths(ours)).not.toEqual(widths(whole));
});

test.each(typefaceNames)('the rupee sign of %s touches no digit beside it', async (typeface) => {
  const font = await toSfnt(await shipped(`${typeface}-rupee`));
  const [glyph] = shaperFor(font)('₹');
  if (!glyph) throw new Error('Failed: the file has a rupee sign.');
  const { xMin, xMax } = inkOf(font, glyph.id);
  expect(xMax - xMin).toBeLessThanOrEqual(glyph.width - 40);
});

test.each(Object.entries(scriptFaces))(
  'headings in %s have every letter, joined as in the complete font, and no dotted circle',
  async (script, { name, ownNames }) => {
    const { ours, isOtherwise } = await shapers(displaySourceOf(script), `display-${name}`);
    const words = [...(await wordsIn(script)), ...ownNames.split(' ')];
    const circle = ours('\u25cc')[0]?.id;
    const wrong = words.filter((word) => {
      const isWhole = ours(word).every(({ id }) => id !== 0 && id !== circle);
      return !isWhole || isOtherwise(word);
    });
    expect(wrong).toEqual([]);
    expect((await shipped(`display-${name}`)).length).toBeLessThan(scriptBytesMax);
  },
);

/** The headings among `ErrorWords`, most of which are texts and so not in the typefaces. */
const errorHeadings = ['unexpected', 'rewardSafe', 'network', 'startAgain', 'popupTitle'] as const;

test.each(Object.entries(scriptFaces))(
  'headings of errors in %s have every letter',
  async (script, { name }) => {
    const ours = shaperFor(await toSfnt(await shipped(`display-${name}`)));
    const campaigns = await Promise.all((await campaignIds()).map((id) => loadCampaign(id)));
    const sentences = campaigns.flatMap(({ languages, words }) =>
      languages
        .filter((language) => scriptOf(language) === script)
        .flatMap((language) => errorHeadings.map((heading) => words(language).errors[heading])),
    );
    const words = sentences.flatMap(
      (sentence) => sentence.match(new RegExp(`\\p{Script=${script}}+`, 'gu')) ?? [],
    );
    expect(words).not.toEqual([]);
    expect(words.filter((word) => ours(word).some(({ id }) => id === 0))).toEqual([]);
  },
);

test.each(['display-malayalam', 'text-malayalam', 'text-malayalam-bold'])(
  '%s has no rules for Malayalam alone, which join no letters',
  async (name) => {
    expect((await toSfnt(await shipped(name))).includes('MAL ')).toBe(false);
  },
);
