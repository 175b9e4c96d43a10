// Folders with one slip each are refused: by file, field, what is wrong and the remedy.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCampaign, loadLaunched } from '../loader/load-campaign.ts';
import { fileOwners } from '@inaam/plugins/campaign-plugin.ts';
import { CampaignError } from '../schema/problem.ts';
import { keepLanguages, copyCampaign } from '@inaam/testing/server/campaign/copied-campaign.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const id = 'tea-demo';

async function copy(): Promise<string> {
  const root = await folderOfTest();
  const folder = path.join(root, 'campaigns');
  await copyCampaign(folder, id);
  await keepLanguages(folder, id, ['en']);
  return folder;
}

type Slip = (folder: string) => Promise<unknown>;
const named =
  (from: string, to: string): Slip =>
  (folder) =>
    rename(path.join(folder, from), path.join(folder, to));
const added =
  (name: string, text = '{}'): Slip =>
  async (folder) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
const written =
  (name: string, from: string, to: string): Slip =>
  async (folder) => {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    expect(text.split(from).length).toBeGreaterThan(1);
    await writeFile(
      file,
      text.replace(from, () => to),
    );
  };
const campaign = (from: string, to: string) => written('campaign.json', from, to);
const draw = (from: string, to: string) => written('draw.json', from, to);

const unread = 'the file is not one that a campaign has, so nobody reads it.';
const renamed = (name: string) => `${unread} Did you mean ${name}? Rename it, or remove it.`;
const ofInteger = 'must be a whole number from 1 to 2147483647, but is 3000000000.';
const inCentury = 'must be a day of this century as YYYY-MM-DD, but is "9026-03-31".';
const hidden = (code: string, at: number) =>
  `has a line end or another invisible character, U+${code}, as number ${at}. Remove it.`;
const long = (most: number, has: number) =>
  `must have at most ${most} characters, but has ${has}. Shorten it.`;

test.each<[slip: Slip, problem: string]>([
  // A name that nobody reads.
  [named('draw.json', 'Draw.json'), `Draw.json: ${renamed('draw.json')}`],
  [named('draw.json', 'draw.jsn'), `draw.jsn: ${renamed('draw.json')}`],
  [named('draw.json', 'draws.json'), `draws.json: ${renamed('draw.json')}`],
  [added('draw (1).json'), `draw (1).json: ${renamed('draw.json')}`],
  [added('words/xx.json', '{'), `words/xx.json: ${unread} Add its language to campaign.json,`],
  [added('words/hi.json'), `words/hi.json: ${unread} Add its language to campaign.json,`],
  [added('words/EN.jsn'), `words/EN.jsn: ${renamed('words/en.json')}`],
  [added('Words/en.json'), `Words: ${renamed('words')}`],
  [added('art/heroe.svg'), `art/heroe.svg: ${renamed('art/hero.svg')}`],
  [added('words/old/en.json'), `words/old: ${unread} Remove it, or move it to art/source.`],
  [added('art/sound.mp3'), `art/sound.mp3: ${renamed('art/sounds.mp3')}`],
  [added('art/film.mov'), `art/film.mov: ${unread} Remove it, or move it to art/source.`],
  [added('notes.txt'), `notes.txt: ${unread} Remove it, or move it to art/source.`],
  [
    added('art/sounds.mp3', 'RIFF'),
    'art/sounds.mp3: the file must be an MP3. Encode it with lame,',
  ],
  [
    added('art/sounds.mp3', 'ID3'.padEnd(14_001)),
    'art/sounds.mp3: the file must be 14000 bytes or fewer, but is 14001. Make it shorter',
  ],
  // A number or day that database or verifier do not take.
  [draw('"5": 600', '"5": 3e9'), `draw.json: deck.cards["5"] ${ofInteger}`],
  [draw('"blocks": 100', '"blocks": 3000000000'), `draw.json: deck.blocks ${ofInteger}`],
  [draw('"blocks": 100', '"blocks": 1000001'), 'draw.json: deck.blocks must be 1000000 or fewer'],
  [draw('"5": 600', '"5": 60000000'), 'draw.json: deck must have 2147483647 cards or fewer'],
  [draw('"rewards": 28000', '"rewards": 3e9'), 'draw.json: whenDeckEnds.rewards must be a whole'],
  [draw('"5": 600', '"05": 600'), 'draw.json: deck.cards["05"] is no field that it may have.'],
  [campaign('"packPrice": 20', '"packPrice": 3000000000'), `campaign.json: packPrice ${ofInteger}`],
  [campaign('2026-03-31', '9026-03-31'), `campaign.json: programme.to ${inCentury}`],
  [written('rewards.json', 'null', '"9026-03-31"'), `rewards.json: fixed[0].until ${inCentury}`],
  [written('rewards.json', '40000', '3000000000'), `rewards.json: fixed[0].rewards ${ofInteger}`],
  // A text without an end, or that looks like another.
  [campaign('Inaam Tea Time', 'Inaam\\nTea'), `campaign.json: name ${hidden('000A', 6)}`],
  [campaign('Inaam Tea Time', 'Inaam \\u202eaeT'), `campaign.json: name ${hidden('202E', 7)}`],
  [campaign('Inaam Mart', 'Inaam\u200bMart'), `campaign.json: redeemAt ${hidden('200B', 6)}`],
  [campaign('"tea@', `"${'t'.repeat(300)}@`), `campaign.json: contacts.email ${long(200, 314)}`],
  [
    campaign('Inaam Tea Estates', 'x'.repeat(12_000)),
    `campaign.json: promoter ${long(200, 12_000)}`,
  ],
  [
    campaign('"contest": "tea-demo"', `"contest": "${'c'.repeat(5000)}"`),
    'campaign.json: contest must be at most 40 lower-case letters, digits and hyphens',
  ],
  [written('states.json', 'Goa', 'Goa\u2060'), 'states.json: [7] must be a name'],
  [written('rewards.json', 'Act, 1979', 'Act\u00ad'), `fixed[0].law ${hidden('00AD', 43)}`],
  [written('sms.json', 'Use it', 'Use\u202e it'), `sms.json: vouchers["5"].text has a line end`],
  [written('words/en.json', 'Enjoy', 'Enj\u200boy'), `words/en.json: reward.thanks has a line end`],
  [
    written('words/en.json', 'Thank you. Enjoy', 'x'.repeat(5000)),
    `words/en.json: reward.thanks must have at`,
  ],
  [
    written('words/en.json', 'Thank you. Enjoy', 'Cafe\u0301'),
    `reward.thanks must be in Unicode NFC.`,
  ],
  // A key that says two things.
  [draw('"pacing"', '"pacing": null, "pacing"'), 'draw.json: pacing is written twice. Remove one'],
  [draw('"5": 600', '"5": 6, "5": 600'), 'draw.json: deck.cards["5"] is written twice. Remove one'],
  [
    written('words/en.json', '"thanks"', '"thanks": "Ta", "thanks"'),
    'words/en.json: reward.thanks is written twice. Remove one',
  ],
])('[CAM-5] broken folder %# is refused by name', async (slip, problem) => {
  const folder = await copy();
  await slip(path.join(folder, id));
  const cause: unknown = await loadCampaign(id, folder).catch((error: unknown) => error);
  expect(cause).toBeInstanceOf(CampaignError);
  const { problems } = cause instanceof CampaignError ? cause : { problems: [] };
  expect(problems).toContainEqual(expect.stringContaining(problem));
  for (const one of problems) expect(one).toMatch(/^campaigns\/[^:]+: \S.*\. \S.*\.$/);
});

test('[CAM-5] a launched campaign starts with a name or text that a later version refuses', async () => {
  const folder = await copy();
  const slips = [added('notes.txt'), campaign('Inaam Mart', 'Inaam\u200bMart')];
  for (const slip of slips) await slip(path.join(folder, id));
  const { launch, redeemAt } = await loadLaunched(id, folder);
  expect(redeemAt).toBe('Inaam\u200bMart');
  expect(launch.later.join('\n')).toMatch(/redeemAt has a line end[^]*notes\.txt/);
});

test('[CAM-5] the file of a plugin that is not installed is refused, also after the launch', async () => {
  const folder = await copy();
  Object.assign(fileOwners, { 'games.json': 'games' });
  onTestFinished(() => void Reflect.deleteProperty(fileOwners, 'games.json'));
  await added('games.json')(path.join(folder, id));
  await expect(loadLaunched(id, folder)).rejects.toThrow(
    'games.json: the file is of the plugin games, which this installation does not have. Remove the file, or add the plugin.',
  );
});

test('what the system puts into a folder is no fault', async () => {
  const folder = await copy();
  await added('.DS_Store')(path.join(folder, id));
  await added('art/source/notes.txt')(path.join(folder, id));
  expect((await loadCampaign(id, folder)).id).toBe(id);
});
