// A campaign's words against its data: what follows the data, and what is refused by name.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCampaign, loadLaunched } from '../loader/load-campaign.ts';
import { CampaignError } from '../schema/problem.ts';
import {
  changeFile,
  changeJson,
  keepLanguages,
  copyCampaign,
} from '@inaam/testing/server/campaign/copied-campaign.ts';
import { namedAmounts } from './named-values.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const id = 'biscuit-2025';
const [rewards, draw, sms] = [`${id}/rewards.json`, `${id}/draw.json`, `${id}/sms.json`];

async function copy(): Promise<string> {
  const root = await folderOfTest();
  const folder = join(root, 'campaigns');
  await copyCampaign(folder, id);
  return folder;
}

async function copyIn(language: string): Promise<string> {
  const folder = await copy();
  await keepLanguages(folder, id, [...new Set(['en', language])]);
  return folder;
}

async function problemsOf(folder: string): Promise<readonly string[]> {
  const cause: unknown = await loadCampaign(id, folder).catch((cause: unknown) => cause);
  if (cause instanceof CampaignError) return cause.problems;
  throw new Error('The campaign has loaded, or failed in another way.');
}

const textOf = (words: ReturnType<Awaited<ReturnType<typeof loadCampaign>>['words']>) =>
  words.terms.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join('\n');

const tamilNadu = {
  state: 'Tamil Nadu',
  amount: 3,
  chance: 'forbidden',
  law: 'Tamil Nadu Prize Schemes (Prohibition) Act, 1979',
  from: '2025-05-06',
  until: null,
  rewards: 1,
};

type Change = { fixed?: object[]; whenDeckEnds?: object; budgetRupees: number };

async function withRewards({ fixed = [tamilNadu], ...changed }: Change, load = loadCampaign) {
  const folder = await copy();
  await changeJson(folder, rewards, (json) => ({ ...json, fixed }));
  await changeJson(folder, draw, (json) => ({ ...json, ...changed }));
  return load(id, folder);
}

test('[CAM-5] with other prizes, the words of every language say these and no other', async () => {
  const folder = await copy();
  const others = new Map([
    [3, 5],
    [5, 20],
    [10, 100],
  ]);
  const other = (text: string) =>
    text.replaceAll(/\d+/g, (n) => String(others.get(Number(n)) ?? n));
  await changeFile(folder, rewards, (text) => text.replaceAll(/"amount": \d+/g, other));
  await changeFile(folder, draw, (text) =>
    text
      .replace(/"cards": \{.*\}/, (cards) => cards.replaceAll(/"\d+"/g, other))
      .replace('"amount": 3', '"amount": 5')
      .replace('5200000', '15750000'),
  );
  await changeFile(folder, sms, (text) =>
    text.replaceAll(/"\d+": \{/g, other).replaceAll(/Rs\. \d+/g, other),
  );
  const campaign = await loadCampaign(id, folder);
  for (const language of campaign.languages) {
    const named = namedAmounts(JSON.stringify(campaign.words(language)));
    expect(new Set(named.map(({ rupees }) => rupees)), language).toEqual(new Set([5, 10, 20, 100]));
  }
  const terms = textOf(campaign.words('en'));
  expect(terms).toContain('up to Rs. 100: a voucher of Rs. 5, Rs. 20 or Rs. 100.');
  expect(terms).toContain('receives Rs. 5 from a reserve');
  expect(terms).toContain('receives a fixed reward of Rs. 5.');
});

test('[CAM-5] without a state with a fixed reward, no language speaks of one', async () => {
  const campaign = await withRewards({ fixed: [], budgetRupees: 4_000_000 }, loadLaunched);
  for (const language of campaign.languages) {
    const { terms, howTo, states } = campaign.words(language);
    const text = JSON.stringify([terms, howTo]);
    expect(text, language).not.toContain(states['Tamil Nadu'] ?? 'Tamil Nadu');
    expect(text, language).not.toMatch(/\{(?!commitment)\w+\}/);
    const numbers = terms.sections.map(({ heading }) => Number(/^\d+/.exec(heading)?.[0]));
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
});

test('[CAM-5] with two states, each is named with its amount, and its law if it has one', async () => {
  const goa = { ...tamilNadu, state: 'Goa', amount: 5, chance: 'allowed', law: 'Our choice' };
  const both = { fixed: [tamilNadu, goa], budgetRupees: 4_000_008 };
  await expect(withRewards(both)).rejects.toThrow(
    /\/words\/hi\.json: laws\["Our choice"\] is missing, but rewards\.json has this law\. Write/,
  );
  const campaign = await withRewards(both, loadLaunched);
  expect(textOf(campaign.words('hi'))).toContain('(प्रतिषेध) अधिनियम, 1979');
  const [, , , , , section] = campaign.words('en').terms.sections;
  expect(section).toMatchObject({
    heading: '6. Tamil Nadu and Goa',
    paragraphs: [
      'Out of regard for the Tamil Nadu Prize Schemes (Prohibition) Act, 1979, participants from Tamil Nadu take part in no game of chance. Each of them receives a fixed reward of Rs. 3.',
      'Participants from Goa take part in no game of chance. Each of them receives a fixed reward of Rs. 5.',
      expect.any(String),
    ],
  });
  expect(JSON.stringify(campaign.words('hi').howTo)).toContain('गोवा');
});

test('[CAM-5] a campaign that closes with its deck says so, and speaks of no reserve', async () => {
  const closing = { whenDeckEnds: { kind: 'close' }, budgetRupees: 3_850_003 };
  const words = (await withRewards(closing)).words('en');
  expect(textOf(words)).toContain(words.fairDraw.fixed.closing);
  expect(textOf(words)).not.toContain('reserve that was set aside');
  const usual = (await loadCampaign(id)).words('en');
  expect(textOf(usual)).not.toContain(usual.fairDraw.fixed.closing);
});

const thanks = (language: string) => `${id}/words/${language}.json`;
const inThanks = async (language: string, sentence: string) => {
  const folder = await copyIn(language);
  await changeFile(folder, thanks(language), (text) =>
    text.replace(/"thanks": ".*"/, `"thanks": ${JSON.stringify(sentence)}`),
  );
  return folder;
};

test.each([
  ['en', 'You get Rs. 50 today.', '"Rs. 50"', 'the amounts 3, 5, 10 and the pack price 10'],
  ['en', 'Buy the Rs. 5 promotional pack.', '"Rs. 5"', 'the pack price 10'],
  ['hi', '₹५ का प्रमोशनल पैक खरीदें।', '"₹5"', 'the pack price 10'],
  ['hi', 'आपको सौ रुपये मिलते हैं।', '"100 रुपये"', 'the amounts 3, 5, 10'],
  ['en', 'Win five hundred rupees.', '"500 rupees"', 'the amounts 3, 5, 10'],
  ['ta', 'ஐம்பது ரூபாய் கிடைக்கும்.', '"50 ரூபாய்"', 'the amounts 3, 5, 10'],
  ['en', 'Get 3, 5 or 25 rupees.', '"3, 5 or 25 rupees"', 'the amounts 3, 5, 10'],
  ['hi', 'आपको ₹५० मिलते हैं।', '"₹50"', 'the amounts 3, 5, 10'],
  ['ta', '௫௦ ரூபாய் கிடைக்கும்.', '"50 ரூபாய்"', 'the amounts 3, 5, 10'],
  ['bn', '৫০ টাকা পান।', '"50 টাকা"', 'the amounts 3, 5, 10'],
  ['en', 'Until 30 June 2025.', '"30 June 2025"', 'the programme is from 2025-05-06'],
  ['bn', '৩০ জুন ২০২৫ পর্যন্ত।', '"30 জুন 2025"', 'the programme is from 2025-05-06'],
  ['en', 'Until 15 September.', '"15 September"', 'the last day, which can be moved'],
])('[CAM-5] in %s, "%s" is refused by name', async (language, sentence, said, data) => {
  const problems = await problemsOf(await inThanks(language, sentence));
  expect(problems).toEqual([expect.stringContaining(`${thanks(language)}: reward.thanks names`)]);
  expect(problems[0]).toContain(said);
  expect(problems[0]).toContain(data);
});

test.each([
  ['en', 'Rs. 3, Rs.5 and ₹10 since 6 May 2025: a taste of Kerala.'],
  ['en', 'The Rs.10 promotional pack has ₹5 in every pack.'],
  ['hi', '₹५ का इनाम।'],
])('[CAM-5] in %s, "%s" is what the data say', async (language, sentence) => {
  const { words } = await loadCampaign(id, await inThanks(language, sentence));
  expect(words(language).reward.thanks).toBe(sentence);
});

const english = `${id}/words/en.json`;

test.each([
  ['{wheelAmountsInRs}', 'Rs. 3', 'must name each amount of the wheel', 'lacks 5 rupees'],
  ['{wheelAmounts}', '₹{highest}', 'must name each amount of the wheel', 'lacks 5 rupees'],
  ['from {from} to {to}', 'for a while', 'must name the first and the last day', '2025'],
  ['{fixedState}', 'a state', 'the fixed reward of Tamil Nadu is 3 rupees', 'does not'],
  ['₹{fixedAmount}', '₹5', 'the fixed reward of Tamil Nadu is 3 rupees', 'says "In Tamil'],
  ['You need a', 'In Nagaland there is no wheel. You need a', 'names Nagaland', 'fixed'],
])('[CAM-5] words with "%s" as "%s" are refused', async (from, to, message, detail) => {
  const folder = await copyIn('en');
  await changeFile(folder, english, (text) => text.replaceAll(from, to));
  const problems = await problemsOf(folder);
  expect(problems).toEqual([expect.stringContaining(message)]);
  expect(problems[0]).toContain(`campaigns/${english}`);
  expect(problems[0]).toContain(detail);
});

test('[CAM-5] a court, an address and a list of all states name states that have no fixed reward', async () => {
  const folder = await copyIn('en');
  const states = (await loadCampaign(id)).states.join(', ');
  await changeFile(folder, english, (text) =>
    text.replace(
      'You need a',
      `The courts of Delhi decide.", "Write to 4 Mill Road, Mumbai, Maharashtra 400 001.", "Open in ${states}.", "You need a`,
    ),
  );
  expect((await loadCampaign(id, folder)).id).toBe(id);
});

test('[CAM-5] an SMS names its own amount and the pack price, and no other', async () => {
  const folder = await copyIn('en');
  await changeFile(folder, sms, (text) =>
    text.replace('Your Rs. 5 gift', 'Rs. 5, Rs. 3, gift').replace('OTP for', 'Rs. 99 OTP for'),
  );
  expect(await problemsOf(folder)).toEqual([
    expect.stringContaining('sms.json: otp.text names "Rs. 99"'),
    expect.stringContaining(
      'sms.json: vouchers["5"].text names "Rs. 3", but the data have the amounts 5',
    ),
  ]);
});

test('[CAM-5] a reward that is only the price of the pack is refused', async () => {
  const folder = await inThanks('en', 'Win a gift voucher of Rs. 12.');
  await changeJson(folder, `${id}/campaign.json`, (campaign) => ({ ...campaign, packPrice: 12 }));
  expect(await problemsOf(folder)).toEqual([expect.stringContaining('names "Rs. 12"')]);
});

test('[CAM-5] the name of the campaign promises no amount that the data do not have', async () => {
  const folder = await copyIn('en');
  await changeJson(folder, `${id}/campaign.json`, (campaign) => ({
    ...campaign,
    name: 'Win ₹500',
  }));
  expect(await problemsOf(folder)).toEqual([
    expect.stringContaining('campaign.json: name names "₹500"'),
  ]);
});

test('[CAM-5] segments of the wheel that look alike are refused', async () => {
  const folder = await copyIn('en');
  await changeFile(folder, `${id}/campaign.json`, (text) => text.replace('#e59a52', '#ffebc0'));
  expect(await problemsOf(folder)).toEqual([
    expect.stringContaining('theme.colours.wheel[1] must be another colour'),
  ]);
});

test.each([
  ['{ifOnce}', 'terms.sections must say that a number takes part once, but lacks {ifOnce}'],
  [
    '{voucherDays}',
    'terms.sections must say when the voucher comes and how long it is valid, but lacks {voucherDays}',
  ],
  ['{promoter}', 'terms.sections must say who the promoter is, but lacks {promoter}'],
])('[CAM-5] terms that say it without %s are refused', async (placeholder, message) => {
  const folder = await copyIn('en');
  const typed = placeholder === '{promoter}' ? 'Acme Foods' : '10';
  await changeJson(folder, english, ({ terms, ...words }) => ({
    ...words,
    terms: JSON.parse(JSON.stringify(terms).replaceAll(placeholder, typed)),
  }));
  expect(await problemsOf(folder)).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['en', 'Your voucher comes in two days.', 'says "2 days", but a voucher comes within 10 days'],
  ['hi', 'आपका वाउचर 2 दिन में आएगा।', 'says "2 दिन", but a voucher comes within 10 days'],
  ['hi', 'Thank you for sharing a biscuit with us.', 'is in English'],
  ['hi', 'धन्यवाद। Thank you for sharing a biscuit with us.', 'is in English'],
  ['hi', '{voucherDays} दिन में मिलेगा।', 'has {voucherDays}, which en lacks'],
])('[CAM-5] in %s, "%s" is refused', async (language, sentence, message) => {
  expect(await problemsOf(await inThanks(language, sentence))).toEqual([
    expect.stringContaining(`${thanks(language)}: reward.thanks ${message}`),
  ]);
});

test.each([
  [(text: string) => text.replaceAll('{voucherDays}', '10'), 'lacks {voucherDays}, which en has'],
  [
    (text: string) => text.replace(/"privacy": \{/, '"wheel": { "title": "घुमाएँ" }, $&'),
    'own, but in',
  ],
  [(text: string) => text.replace(/(?<="steps": \[\s+)\{[^}]*\},/, ''), 'must'],
])('[CAM-5] what Hindi has otherwise than English is refused', async (change, message) => {
  const folder = await copyIn('hi');
  await changeFile(folder, thanks('hi'), change);
  expect(await problemsOf(folder)).toContainEqual(expect.stringContaining(message));
});

test('[CAM-5] a default sentence that English alone replaces is refused', async () => {
  const folder = await copyIn('hi');
  await changeJson(folder, english, (words) => ({
    ...words,
    messages: { participationLimit: 'This number has its reward: {phone}.' },
  }));
  expect(await problemsOf(folder)).toEqual([
    expect.stringContaining(
      "default-words/hi.json: messages.participationLimit is the default sentence, but in en it is the campaign's own",
    ),
  ]);
});

test.each([
  ['en', 'A gift of Acme Foods Pvt. Ltd., with a guarantee of 3 years'],
  ['en', 'Your reward comes from {promoter} and Sharma Foods.'],
  ['en', 'Thank you, from all of us at Acme.'],
  ['en', 'Acme Tea is the sponsor.'],
  ['hi', 'यह इनाम {promoter} और शर्मा एंड संस की ओर से है।'],
  ['hi', 'यह इनाम शर्मा फूड्स देती है।'],
  ['ta', 'இந்தப் பரிசை ஷர்மா கம்பெனி தருகிறது.'],
])('[CAM-5] in %s, who signs the language off reads "%s"', async (language, said) => {
  const { launch, unreviewed } = await loadLaunched(id, await inThanks(language, said));
  const own = unreviewed.find(({ file }) => file === thanks(language));
  expect(own?.toJudge()).toContain(`reward.thanks: ${said}`);
  expect(launch.languages).toEqual([]);
});

test('[CAM-5] amounts, days and the digits of a code or a number need no judge', async () => {
  const usual = (await loadCampaign(id)).unreviewed.find(({ file }) => file === thanks('en'));
  expect(usual?.toJudge()).toHaveLength(6);
  expect(usual?.toJudge().join('\n')).toMatch(
    /are \{promoter\}, [^]*during the 24 hours after its end/,
  );
});
