// What blocks a launch but not a demonstration.
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  campaignsFolder,
  loadCampaign,
  loadForLaunch,
  campaignIds,
} from '../loader/load-campaign.ts';
import { CampaignError } from '../schema/problem.ts';
import { contrastHints } from '../validation/cross-checks.ts';
import { exampleValues } from '../validation/launch-checks.ts';
import {
  changeFile,
  changeJson,
  writeOwn,
} from '@inaam/testing/server/campaign/copied-campaign.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const demonstrations = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];
const id = 'biscuit-2025';

/** A copy with real values instead of the demonstration's, in English, Hindi and Tamil. */
async function ownCampaign(): Promise<string> {
  const folder = join(await folderOfTest(), 'campaigns');
  for (const part of [id, 'places', 'public']) {
    await cp(join(campaignsFolder, part), join(folder, part), { recursive: true });
  }
  for (const language of ['en', 'hi', 'ta']) {
    const words = join('default-words', `${language}.json`);
    await cp(join(campaignsFolder, words), join(folder, words));
  }
  await writeOwn(folder, id, ['en', 'hi', 'ta']);
  return folder;
}

async function faultsOf(folder: string, wanted = id): Promise<readonly string[]> {
  const cause: unknown = await loadForLaunch(wanted, folder).catch((cause: unknown) => cause);
  if (cause instanceof CampaignError) return cause.problems;
  throw new Error('The campaign has loaded, or failed in another way.');
}

const takeUnread = (folder: string, ...languages: string[]) =>
  changeJson(folder, `${id}/campaign.json`, (campaign) => ({
    ...campaign,
    unreviewedLanguages: languages,
  }));

async function signOff(folder: string, language: string): Promise<void> {
  const { unreviewed } = await loadCampaign(id, folder);
  const file = join(folder, 'sign-offs.json');
  const before: object[] = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
  const signed = unreviewed
    .filter((open) => open.language === language)
    .map((open) => ({ file: open.file, sha256: open.sha256, by: 'A. Reader', on: '2026-12-01' }));
  await writeFile(file, JSON.stringify([...before, ...signed]));
}

test('the demonstrations’ own values are listed: after a change, run this test with -u', async () => {
  const campaigns = await Promise.all(demonstrations.map((name) => loadCampaign(name)));
  const listed = `${JSON.stringify(exampleValues(campaigns), null, 2)}\n`;
  await expect(listed).toMatchFileSnapshot('../validation/example-values.json');
});

test.each(demonstrations)(
  '[CAM-5] %s is refused, with each field that is an example',
  async (name) => {
    const faults = (await faultsOf(campaignsFolder, name)).join('\n');
    for (const fault of [
      'contacts.email is the example',
      'contacts.phone is the example',
      'otp.dlt.entityId, otp.dlt.headerId, otp.dlt.templateId',
      'name, promoter, redeemAt, theme.colours are those of a demonstration',
      'art: emblem.svg, hero.svg,',
      'hero.avif',
      'words: ',
      'entry.brand, home.headline, reward.thanks, closed.notStartedTitle, closed.pausedTitle',
    ]) {
      expect(faults).toContain(fault);
    }
  },
);

test('[CAM-5] a language is served if it is signed off, or taken unread in the campaign’s file', async () => {
  const folder = await ownCampaign();
  expect(await faultsOf(folder)).toEqual([
    expect.stringContaining('languages begins with "en", whose words no speaker has signed off'),
  ]);
  await signOff(folder, 'en');
  await takeUnread(folder, 'ta');
  const campaign = await loadForLaunch(id, folder);
  expect(campaign.languages).toEqual(['en', 'ta']);
  expect(campaign.publicCampaign('hi')).toMatchObject({
    language: 'en',
    languages: ['en', 'ta'],
    languageNames: { en: 'English', ta: 'தமிழ்' },
  });
  expect(campaign.publicCampaign('en')).not.toHaveProperty('unreviewedLanguages');
  expect(campaign.withLastDay('2025-09-20').languages).toEqual(['en', 'ta']);
  expect((await loadCampaign(id, folder)).languages).toEqual(['en', 'hi', 'ta']);
});

test('[CAM-5] a change of the words ends their sign-off; what only the data change does not', async () => {
  const folder = await ownCampaign();
  await signOff(folder, 'en');
  await signOff(folder, 'hi');
  await changeJson(folder, `${id}/campaign.json`, (campaign) => ({ ...campaign, packPrice: 12 }));
  expect((await loadForLaunch(id, folder)).languages).toEqual(['en', 'hi']);
  const other = await ownCampaign();
  await cp(join(folder, 'sign-offs.json'), join(other, 'sign-offs.json'));
  await changeFile(other, 'default-words/hi.json', (text) =>
    text.replace('"open": "', '"open": "… '),
  );
  expect((await loadForLaunch(id, other)).languages).toEqual(['en']);
  const { unreviewed } = await loadCampaign(id, other);
  expect(unreviewed.filter(({ isChanged }) => isChanged)).toMatchObject([
    { language: 'hi', file: 'default-words/hi.json' },
  ]);
});

test('[CAM-5] SMS in a language of the site need its sign-off too', async () => {
  const folder = await ownCampaign();
  await takeUnread(folder, 'en');
  await changeJson(folder, `${id}/sms.json`, (sms) => ({ ...sms, language: 'hi' }));
  expect(await faultsOf(folder)).toEqual([
    expect.stringContaining('sms.json: language is "hi", in which the site is not served'),
  ]);
  await takeUnread(folder, 'en', 'hi');
  expect((await loadForLaunch(id, folder)).sms.language).toBe('hi');
});

test('a language that the campaign does not have cannot be taken unread', async () => {
  const folder = await ownCampaign();
  await takeUnread(folder, 'en', 'fr');
  expect(await faultsOf(folder)).toEqual([
    expect.stringContaining('unreviewedLanguages[1] must be one of languages, but is "fr"'),
  ]);
});

// What must hold for every campaign folder and is not a rule of `campaign check`.
const campaigns = await Promise.all((await campaignIds()).map((id) => loadCampaign(id)));

test('[CAM-5] campaigns differ in id and cookie', () => {
  expect(campaigns.length).toBeGreaterThan(1);
  expect(new Set(campaigns.map(({ contest }) => contest)).size).toBe(campaigns.length);
});

test.each(campaigns)('every text of $id has a contrast of 7 to 1', (campaign) => {
  expect(contrastHints(campaign)).toEqual([]);
});

test.each(
  campaigns.flatMap((campaign) =>
    campaign.languages.map((language) => ({ id: campaign.id, language, campaign })),
  ),
)(
  'the words of $id in $language have typographic quotation marks and apostrophes',
  ({ campaign, language }) => {
    const { entry: _, ...words } = campaign.words(language);
    const sentences = sentencesIn(words);
    expect(sentences.length).toBeGreaterThan(200);
    const { name, promoter } = campaign;
    const own = sentences.map((one) => one.replaceAll(name, '').replaceAll(promoter, ''));
    expect(own.filter((sentence) => /["'`]/.test(sentence))).toEqual([]);
  },
);

function sentencesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null
    ? Object.values(part).flatMap((inner) => sentencesIn(inner))
    : [];
}
