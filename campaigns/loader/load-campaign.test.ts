import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CampaignError } from '../schema/problem.ts';
import { campaignPlaceholders } from '../schema/sentence.ts';
import {
  changeFile,
  keepLanguages,
  copyCampaign,
} from '@inaam/testing/server/campaign/copied-campaign.ts';
import { campaignIds, loadCampaign, loadLaunched } from './load-campaign.ts';

const id = 'biscuit-2025';
const made: string[] = [];

afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function copy(name = id): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'inaam-campaigns-'));
  made.push(root);
  const folder = join(root, 'campaigns');
  await copyCampaign(folder, id, name);
  await keepLanguages(folder, name, ['en', 'hi']);
  return folder;
}

/** Replaces text that must occur exactly once in the file. */
const replace = (folder: string, file: string, from: string, to: string) =>
  changeFile(folder, file, (text) => {
    expect(text.split(from)).toHaveLength(2);
    return text.replace(from, () => to);
  });

async function problemsOf(folder: string, name = id): Promise<readonly string[]> {
  const cause: unknown = await loadCampaign(name, folder).catch((cause: unknown) => cause);
  if (cause instanceof CampaignError) return cause.problems;
  throw new Error('The campaign has loaded, or failed in another way.', { cause });
}

const isShared = (file: string) => /^(?:places|default-words)\//.test(file);
const pathOf = (file: string) => (isShared(file) ? file : `${id}/${file}`);

const everywhere = campaignPlaceholders.map((name) => `{${name}}`).join(', ');

/** By file: what is replaced by what, and the problem, of this file unless it names another. */
const breakages: Record<string, [from: string, to: string, problem: string][]> = {
  'draw.json': [
    [
      '"5": 250',
      '"5": -3',
      'deck.cards["5"] must be a whole number from 1 to 2147483647, but is -3. Write how many cards a block holds.',
    ],
    [
      '5200000',
      '5200001',
      'budgetRupees must be what deck, reserve and fixed rewards cost together, 5200000, but is 5200001. Write that sum, or change blocks, reserve or fixed rewards until it is your budget.',
    ],
    [
      '"10": 50',
      '"20": 25, "10": 50',
      'deck.cards["20"] is not an outcome of rewards.json (3, 5, 10). Remove it, or add the outcome there.',
    ],
    [
      '"5": 250, ',
      '',
      'deck.cards["5"] is missing, but rewards.json has that outcome. Write how many cards a block holds.',
    ],
    [
      '"amount": 3',
      '"amount": 4',
      'whenDeckEnds.amount must be an outcome of rewards.json (3, 5, 10), but is 4. Write one of them.',
    ],
    [
      ',\n  "budgetRupees": 5200000',
      '',
      'budgetRupees is missing. Write the rupees of deck, reserve and fixed rewards together.',
    ],
    [
      '"rewards"',
      '"spare": 1, "rewards"',
      'whenDeckEnds.spare is not known. Remove it or correct its spelling: the fields here are kind, amount, rewards.',
    ],
  ],
  'rewards.json': [
    [
      '300',
      '360',
      "outcomes[1].angle must be a whole number from 0 to 359, but is 360. Write the middle of the face in degrees clockwise from 12 o'clock.",
    ],
    [
      '"angle": 300',
      '"angle": 199',
      'outcomes[1].angle must lie 20 degrees or more from the others, but is 199 and another is 180. Write the middle of its segment.',
    ],
    [
      '"Tamil Nadu"',
      '"Tamilnadu"',
      'fixed[0].state must be a state of states.json, but is "Tamilnadu". Write the name exactly as it is there.',
    ],
    [
      '"amount": 3,\n      "law"',
      '"amount": 4,\n      "law"',
      'fixed[0].amount must be the amount of an outcome, but is 4. Write one of them: the outcome decides the reward screen.',
    ],
    [
      'null',
      '"2025-05-05"',
      'fixed[0].until must not be before its from (2025-05-06), but is 2025-05-05. Write the last day on which it applies, or null if there is no end.',
    ],
  ],
  'states.json': [['"Assam"', '"Bihar"', '[4] repeats "Bihar". Remove one of the two.']],
  'places/india.json': [
    [
      '"Assam": [',
      '"Asom": [',
      'Assam is missing, but states.json has that state. Write the cities of this state, or correct the spelling in one of the two.',
    ],
    [
      '"Agatti"',
      '"Zagatti"',
      'Lakshadweep[1] must be sorted, but "Amini" comes after "Zagatti". Write the cities from A to Z.',
    ],
  ],
  'campaign.json': [
    [
      '"india"',
      '"indya"',
      'places/indya.json: the file cannot be read (ENOENT). Write it; README.md describes its content.',
    ],
    [
      '"india"',
      '"../india"',
      'places must be at most 40 lower-case letters, digits and hyphens, but is "../india". Write the name of a file of campaigns/places/, such as "india".',
    ],
    [
      '2025-09-15',
      '2025-09-31',
      'programme.to must be a day of this century as YYYY-MM-DD, but is "2025-09-31". Write the last day, Indian time.',
    ],
    [
      '2025-09-15',
      '2025-05-05',
      'programme.to must not be before programme.from (2025-05-06), but is 2025-05-05. Write the last day of the programme.',
    ],
    [
      '"id": "biscuit-2025"',
      '"id": "biscuit"',
      `id must be the folder's name "biscuit-2025", but is "biscuit". Write the same name in both places.`,
    ],
    [
      'support@inaam.example',
      'support',
      'contacts.email must be an email address, but is "support". Write the address of the support desk.',
    ],
    [
      '1800 000 0000',
      'call us',
      'contacts.phone must be a phone number of 8 to 15 digits in groups, but is "call us". Write the number as shoppers dial it, such as "1800 000 0000" or "+91 98765 43210".',
    ],
    [
      '#8c1b13',
      'brown',
      'theme.colours.brand must be a colour as #rrggbb, but is "brown". Write a colour such as "#8a2b0e".',
    ],
    [
      '"#ffeec8", ',
      '',
      'theme.colours.wheel must have one colour for each of the 3 outcomes of rewards.json, but has 2. Write one colour for each outcome, in the same order.',
    ],
    [
      '"languages": [',
      '"languages": ["xx", ',
      'words/xx.json: the file cannot be read (ENOENT). Correct it, or remove it and the language xx from campaign.json, languages.',
    ],
  ],
  'words/hi.json': [
    [
      ',\n    "thanks": "बिस्किट का मज़ा लीजिए!"',
      '',
      'reward.thanks is missing. Write the sentence; it may carry',
    ],
  ],
  'default-words/hi.json': [
    [',\n    "language": "भाषा"', '', 'menu.language is missing. Write the sentence; it may carry'],
    [
      '"won": "आपने ₹{amount}',
      '"won": "आपने ₹{रकम}',
      'reward.won must be text with no other placeholder than it may carry',
    ],
    ['"Goa": "गोवा"', '"Goa": " "', 'states.Goa must be text'],
  ],
  'sms.json': [
    [
      '"language": "en",',
      '',
      'language is missing. Write the language of the registered texts: every shopper gets them in it.',
    ],
    ['"urls": [],', '"urls": [', 'the file must be JSON, but'],
    [
      '"service-implicit",\n    "text": "{code}',
      '"service",\n    "text": "{code}',
      'otp.category must be "transactional", "service-implicit", "service-explicit" or "promotional", but is "service". Write the category in which the template is registered.',
    ],
    [
      '"service-implicit",\n    "text": "{code}',
      '"service-explicit",\n    "text": "{code}',
      'otp.category must be one that is sent at any hour, but is "service-explicit", which is sent from 10:00 to 21:00 only. Register the text of the code as service-implicit: a code cannot wait.',
    ],
    [
      '"service-implicit",\n    "text": "{code}',
      '"promotional",\n    "text": "{code}',
      'otp.category must be one that is sent at any hour, but is "promotional", which is sent from 10:00 to 21:00 only. Register the text of the code as service-implicit: a code cannot wait.',
    ],
    [
      'Do not share it',
      'Please do not ever share it',
      'otp.text must fit 160 characters with the longest values, it takes 165. Shorten it by 5.',
    ],
    [
      'Rs. 5 gift',
      'Rs. 50 gift',
      'vouchers["5"].text must name its amount as "Rs. 5". Write the amount into the text: each amount has a separate template.',
    ],
    ['"10": {', '"11": {', 'vouchers["10"] is missing. Write the template of this amount.'],
  ],
  'default-words/en.json': [
    [
      '"open": "Menu",',
      '',
      `menu.open is missing. Write the sentence; it may carry ${everywhere}.`,
    ],
    [
      '"Resend OTP in {wait}',
      '"Resend OTP in {waits}',
      `otp.resendIn must be text with no other placeholder than it may carry, but is "Resend OTP in {waits}". Write the sentence; it may carry {wait}, ${everywhere}.`,
    ],
    ['"save": "Save"', '"save": " "', 'editProfile.save must be text'],
  ],
  'words/en.json': [
    [
      '"headline": "There’s a reward in every pack!",',
      '"headline": "There’s a reward in every pack!", "errors": { "tooYoung": "No" },',
      'home.errors.tooYoung is not known. Remove it or correct its spelling',
    ],
    [
      '"heading": "9. Privacy",',
      '"heading": "9. Privacy", "notes": [],',
      'terms.sections[8].notes is not known.',
    ],
  ],
};

test.each(
  Object.entries(breakages).flatMap(([file, rows]) => rows.map((row) => [file, ...row] as const)),
)(
  '[CAM-5] a campaign whose %s has not %j but %j does not start; the error names file, field and fix',
  async (file, from, to, problem) => {
    const folder = await copy();
    await replace(folder, pathOf(file), from, to);
    const own = /^[\w/-]+\.json: /.test(problem) ? problem : `${file}: ${problem}`;
    expect(await problemsOf(folder)).toContainEqual(
      expect.stringContaining(`campaigns/${pathOf(own)}`),
    );
  },
);

test("[CAM-5] the distance of two segments is also measured across 12 o'clock", async () => {
  const folder = await copy();
  await replace(folder, `${id}/rewards.json`, '"angle": 60', '"angle": 5');
  await replace(folder, `${id}/rewards.json`, '"angle": 300', '"angle": 350');
  expect(await problemsOf(folder)).toEqual([
    expect.stringContaining('but is 5 and another is 350. Write the middle of its segment.'),
  ]);
});

test('[CAM-5] one error lists all problems of all files', async () => {
  const [draw, rewards, menu] = [
    `${id}/draw.json`,
    `${id}/rewards.json`,
    'default-words/en.json',
  ] as const;
  const folder = await copy();
  await replace(folder, draw, '"5": 250', '"5": 0');
  await replace(folder, rewards, '300', '-1');
  await replace(folder, menu, '"open": "Menu",', '');
  const error: unknown = await loadCampaign(id, folder).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CampaignError);
  expect(error).toHaveProperty('problems.length', 3);
  expect(error).toHaveProperty(
    'message',
    expect.stringMatching(
      /^Failed to read campaign "biscuit-2025":\n {2}- .*rewards\.json: .*\n {2}- .*draw\.json: .*\n {2}- .*en\.json: .*$/,
    ),
  );
});

test('[CAM-5] a missing file is named', async () => {
  const folder = await copy();
  await rm(join(folder, id, 'states.json'));
  expect(await problemsOf(folder)).toEqual([
    'campaigns/biscuit-2025/states.json: the file cannot be read (ENOENT). Write it; README.md describes its content.',
  ]);
});

test.each(['tea-2026', '../campaigns', '', 'biscuit-2025/words'])(
  '[CAM-5] the unknown campaign "%s" lists the ones that exist',
  async (unknown) => {
    const folder = await copy();
    const [problem, ...rest] = await problemsOf(folder, unknown);
    expect(rest).toEqual([]);
    expect(problem).toContain('Name one that exists (biscuit-2025) in CAMPAIGN');
  },
);

test('[CAM-5] a second campaign needs a second folder and no code', async () => {
  const folder = await copy('tea-2026');
  await changeFile(folder, 'tea-2026/campaign.json', (text) =>
    text.replace('"id": "biscuit-2025"', '"id": "tea-2026"').replace('Inaam Biscuit', 'Tea'),
  );
  const campaign = await loadCampaign('tea-2026', folder);
  expect(campaign.words('en').entry.pageTitle).toBe('Tea Rewards');
  expect(await campaignIds(folder)).toEqual(['tea-2026']);
});

test('[CAM-5] the public part contains no deck, no SMS and no cities', async () => {
  const campaign = await loadCampaign(id);
  const keys =
    'amounts art contacts contest direction fixedRewardAmounts fixedRewards id images language languageNames ' +
    'languages name noticeVersion outcomes packPrice programme promoter redeemAt sounds states tags theme words';
  expect(Object.keys(campaign.publicCampaign('en')).toSorted()).toEqual(keys.split(' '));
  const json = JSON.stringify(campaign.publicCampaign('en'));
  expect(json).not.toMatch(/"(?:deck|blocks|budgetRupees|reserve|dlt|templateId|law)"/);
});

test('[CAM-5] SMS that are registered in Hindi may be written in it, and say the amount so', async () => {
  const folder = await copy();
  const file = join(folder, id, 'sms.json');
  const english = await readFile(file, 'utf8');
  const hindi = (amount: string) =>
    english
      .replace('"language": "en"', '"language": "hi"')
      .replaceAll(/Your Rs\. (\d+) gift voucher/g, `आपका ${amount} का वाउचर`);
  for (const amount of ['रु. $1', '$1 रुपये']) {
    await writeFile(file, hindi(amount));
    expect((await loadCampaign(id, folder)).sms).toMatchObject({ language: 'hi' });
  }
  await writeFile(file, hindi(''));
  expect(await problemsOf(folder)).toContainEqual(
    expect.stringContaining('vouchers["3"].text must name its amount as "Rs. 3"'),
  );
});

test('for a language that the campaign lacks, its first language is used', async () => {
  const campaign = await loadCampaign(id);
  expect(campaign.publicCampaign('xx').language).toBe('en');
  expect(campaign.publicCampaign('en-IN').language).toBe('en');
  expect(campaign.words('xx')).toBe(campaign.words('en'));
});

test("a campaign's own sentence replaces that default and no other", async () => {
  const file = `${id}/words/en.json`;
  const folder = await copy();
  await replace(folder, file, '"thanks":', '"won": "Rs. {amount} is yours", "thanks":');
  await keepLanguages(folder, id, ['en']);
  const { reward } = (await loadCampaign(id, folder)).words('en');
  const before = (await loadCampaign(id)).words('en').reward;
  expect(reward).toEqual({ ...before, won: 'Rs. {amount} is yours' });
});

test('[CAM-5] a rule that came after its launch does not stop a campaign, and is told', async () => {
  const folder = await copy();
  await replace(folder, pathOf('rewards.json'), '"until": null', '"until": "2025-08-31"');
  const law = 'rewards.json: fixed must have a reward of "Tamil Nadu" with chance "forbidden"';
  expect(await problemsOf(folder)).toEqual([expect.stringContaining(law)]);
  const launched = await loadLaunched(id, folder);
  expect(launched.launch.later).toEqual([expect.stringContaining(law)]);
  expect(launched.words('en').terms.sections.length).toBeGreaterThan(3);
});

test('[CAM-5] faults of draw.json in different parts are told at once', async () => {
  const folder = await copy();
  await changeFile(folder, pathOf('draw.json'), (text) =>
    text
      .replace('"pacing": null', '"pacing": "hourly"')
      .replace('"10": 50', '"11": 50')
      .replace('"amount": 3', '"amount": 4')
      .replace('"budgetRupees": 5200000', '"budgetRupees": 1'),
  );
  const problems = await problemsOf(folder);
  const fields = [
    'pacing',
    'deck.cards["10"]',
    'deck.cards["11"]',
    'whenDeckEnds.amount',
    'budgetRupees',
  ];
  expect(problems).toEqual(
    expect.arrayContaining(fields.map((field) => expect.stringContaining(`draw.json: ${field} `))),
  );
  expect(problems).toHaveLength(fields.length);
});
