// A campaign whose packs have a code each, and in which a number may take part several times.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  changeFile,
  changeJson,
  keepLanguages,
  copyCampaign,
} from '@inaam/testing/server/campaign/copied-campaign.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const id = 'biscuit-2025';
const severalClaims = '{"kind": "unique", "claims": {"perDay": 3, "inAll": 7}}';

async function copyWith(packs: string, languages: readonly string[]): Promise<string> {
  const folder = join(await folderOfTest(), 'campaigns');
  await copyCampaign(folder, id);
  await keepLanguages(folder, id, languages);
  await writeFile(join(folder, id, 'packs.json'), packs);
  return folder;
}

const load = (folder: string) => loadCampaign(id, folder);

test.each([
  ['{"kind": "each"}', 'packs.json: kind must be {"kind": "batch"} or {"kind"'],
  [
    '{"kind": "batch", "codes": "made"}',
    'packs.json: codes is not known. Remove it or correct its spelling: the fields here are kind.',
  ],
  [
    '{"kind": "unique", "codes": "ours"}',
    'codes must be "made" or "loaded", but is "ours". Write whether `packs make` or `packs load` provides them, or leave it out for "made".',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 3, "inAll": 2}}',
    'claims must not allow more on one day than in all. Write a perDay of at most inAll.',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 11, "inAll": 20}}',
    'claims.perDay must be a whole number from 1 to 10, but is 11. Write how often a number may',
  ],
  [
    '{"kind": "unique", "claims": {"perDay": 1, "inAll": 1}}',
    'claims.inAll must be a whole number from 2 to 1000, but is 1. Write how often',
  ],
])('[CAM-5] packs.json with %s is refused by name', async (packs, problem) => {
  await expect(load(await copyWith(packs, ['en']))).rejects.toThrow(problem);
});

test('only a campaign whose packs have a code each sends their words to a browser', async () => {
  const folder = await copyWith('{"kind": "batch"}', ['en', 'hi']);
  const shownOf = async () => (await load(folder)).publicCampaign('hi');
  const without = (await loadCampaign(id)).publicCampaign('hi');
  expect(without).not.toHaveProperty('packs');
  expect(without.words).not.toHaveProperty('packs');
  expect(without.words.messages).not.toHaveProperty('packMissing');
  expect((await shownOf()).words).toEqual(without.words);
  // As some editors save it.
  await writeFile(join(folder, id, 'packs.json'), '\uFEFF{"kind": "unique"}');
  const { packs } = await load(folder);
  expect(packs).toEqual({ kind: 'unique', codes: 'made' });
  const { packs: codes, words } = await shownOf();
  expect(codes).toEqual({ codes: 'made' });
  expect(words.packs?.label).toMatch(/पैक/);
  expect(words.messages.alreadyRegistered).toMatch(/पैक/);
});

const goli = await loadCampaign('goli-soda-2026');

test.each(goli.languages)('in %s it says how often a number may claim', (language) => {
  expect(goli.packs).toMatchObject({ claims: { perDay: 2, inAll: 10 } });
  const { home, terms } = goli.words(language);
  const [limits = ''] = terms.sections[6]?.paragraphs ?? [];
  for (const sentence of [home.smallPrint, limits]) {
    expect(sentence).toMatch(/(?<!\d)2(?!\d).*(?<!\d)10(?!\d)/);
  }
});

test('[CAM-5] with packs and several claims, every language says so on HOME, in terms and notice', async () => {
  const usual = await loadCampaign(id);
  const campaign = await load(await copyWith(severalClaims, usual.languages));
  for (const language of campaign.languages) {
    const [words, others] = [campaign.words(language), usual.words(language)];
    const { home, terms, consentNotice, messages } = words;
    const limits = /(?<!\d)3(?!\d).*(?<!\d)7(?!\d)/;
    expect(home.smallPrint, language).toMatch(limits);
    expect(terms.sections[7]?.paragraphs[0], language).toMatch(limits);
    expect(terms.sections[7]?.heading).not.toBe(others.terms.sections[7]?.heading);
    expect(consentNotice.sections[1]?.paragraphs).toHaveLength(
      (others.consentNotice.sections[1]?.paragraphs.length ?? 0) + 1,
    );
    expect(messages.participationLimit).toBe(messages.limitReached);
  }
  const [{ home, terms }, once] = [campaign.words('en'), usual.words('en')];
  expect(home.smallPrint).toContain('Up to 3 a day and 7 in all with one mobile number.');
  expect(JSON.stringify(terms)).toContain('The code of a pack can be used for one claim.');
  expect(terms.sections[7]?.heading).toBe('8. Claims per number');
  expect(once.home.smallPrint).toContain('One claim per mobile number.');
  expect(once.terms.sections[7]?.heading).toBe('8. One claim per number');
});

test.each([
  ['en', 'Each mobile number can claim one reward.'],
  ['en', 'One claim per mobile number, as always.'],
  ['en', 'A number takes part once.'],
  ['hi', 'एक मोबाइल नंबर पर एक ही इनाम।'],
  ['ta', 'ஒரு மொபைல் எண்ணுக்கு ஒரு பரிசு.'],
  ['te', 'ఒక మొబైల్ నంబర్‌కు ఒకే బహుమతి.'],
  ['kn', 'ಒಂದು ಮೊಬೈಲ್ ಸಂಖ್ಯೆಗೆ ಒಂದೇ ಬಹುಮಾನ.'],
  ['ml', 'ഒരു മൊബൈൽ നമ്പറിന് ഒരു സമ്മാനം മാത്രം.'],
  ['bn', 'একটি মোবাইল নম্বরে একটিই পুরস্কার।'],
  ['mr', 'एका मोबाइल नंबरवर एकच बक्षीस.'],
  ['gu', 'એક મોબાઇલ નંબર પર એક જ ઇનામ.'],
  ['pa', 'ਇੱਕ ਮੋਬਾਈਲ ਨੰਬਰ ਉੱਤੇ ਇੱਕੋ ਇਨਾਮ।'],
  ['ur', 'ایک موبائل نمبر پر ایک ہی انعام۔'],
])('[CAM-5] with several claims, "%s" refuses "%s"', async (language, sentence) => {
  const folder = await copyWith(severalClaims, [...new Set(['en', language])]);
  await changeJson(folder, `${id}/words/${language}.json`, (words) => ({
    ...words,
    reward: { thanks: sentence },
  }));
  await expect(load(folder)).rejects.toThrow(
    /reward\.thanks says ".*", but a number has 7 claims\./,
  );
});

test.each([
  ['{ifSeveral}', 'home.smallPrint must say how often a number may take part, but lacks'],
  ['{ifPacks}', 'terms.sections must say what the code of a pack is for, but lacks {ifPacks}'],
])(
  '[CAM-5] with packs and several claims, lines of %s are needed',
  async (placeholder, message) => {
    const folder = await copyWith(severalClaims, ['en']);
    await changeFile(folder, `${id}/words/en.json`, (text) =>
      text.replaceAll(new RegExp(`\\\\n\\${placeholder}[^\\\\"]*`, 'g'), ''),
    );
    await expect(load(folder)).rejects.toThrow(message);
  },
);
