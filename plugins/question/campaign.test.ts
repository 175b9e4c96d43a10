// A campaign that asks a question after the reward.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  changeJson,
  keepLanguages,
  copyCampaign,
} from '@inaam/testing/server/campaign/copied-campaign.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { videoBytesMax } from '@inaam/campaigns/loader/theme/media.ts';

const id = 'tea-demo';

async function copy(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'inaam-campaigns-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'campaigns');
  await copyCampaign(folder, id);
  await keepLanguages(folder, id, ['en', 'hi']);
  return folder;
}

const change = (folder: string, file: string, fields: object) =>
  changeJson(folder, `${id}/${file}`, (json) => ({ ...json, ...fields }));

const tea = await loadCampaign(id);

test('[CAM-5] the tea campaign has two questions with drawings, and none where the law forbids chance', () => {
  expect(tea.questions).toMatchObject({
    bonus: 'asMuchAgain',
    statesWithout: ['Tamil Nadu'],
    questions: [{ id: 'leaf' }, { id: 'kettle' }],
  });
  for (const { imageUrl } of tea.questions?.questions ?? []) {
    expect(tea.pictures.get(imageUrl)).toMatch(/^<svg /);
  }
});

test('a browser learns that a question is asked, and nothing else of it', async () => {
  const shown = tea.publicCampaign('en');
  expect(shown.questions).toBe(true);
  expect(shown.words.messages).toHaveProperty('alreadyAnswered');
  const text = JSON.stringify(shown);
  for (const { question, options, right } of Object.values(tea.words('en').questions)) {
    for (const sentence of [question, right, ...options]) expect(text).not.toContain(sentence);
  }
  const biscuit = (await loadCampaign('biscuit-2025')).publicCampaign('en');
  expect(biscuit).not.toHaveProperty('questions');
  expect(biscuit.words.messages).not.toHaveProperty('alreadyAnswered');
});

test('terms and notice say that a question is asked, and only where one is', async () => {
  const said = (campaign: typeof tea) =>
    JSON.stringify(campaign.words('en').consentNotice).includes('The question you are asked');
  expect(said(tea)).toBe(true);
  expect(said(await loadCampaign('biscuit-2025'))).toBe(false);
  const sections = tea.words('en').terms.sections.flatMap(({ paragraphs }) => paragraphs);
  expect(sections.join('\n')).toContain('In Tamil Nadu nobody is asked.');
});

test('the law of a state may allow the question, or forbid it', async () => {
  const folder = await copy();
  await changeJson(folder, `${id}/rewards.json`, ({ outcomes, fixed }) => ({
    outcomes,
    fixed: Array.isArray(fixed)
      ? fixed.map((one: object, at) => ({ ...one, question: at === 0 ? 'allowed' : 'forbidden' }))
      : [],
  }));
  const { questions, fixed } = await loadCampaign(id, folder);
  expect(questions?.statesWithout).toEqual(['Nagaland']);
  expect(fixed).toHaveLength(2);
});

const one = { id: 'leaf', options: 3, right: 1 };

test.each<[string, object, string]>([
  ['a bonus of no outcome', { bonus: { amount: 7, rewards: 9 } }, 'bonus.amount is not an outcome'],
  ['another bonus', { bonus: { twice: true } }, 'bonus must be {"amount": …, "rewards": …}'],
  ['more than the database takes', { bonus: { asMuchAgain: { 5: 3e9 } } }, 'bonus must be {'],
  ['no question', { questions: [] }, 'questions must be a list of 1 to 256'],
  [
    'a right answer beyond its options',
    { questions: [{ ...one, right: 3 }] },
    'right must be one of its options',
  ],
  [
    'five options',
    { questions: [{ ...one, options: 5 }] },
    'options must be a whole number from 2 to 4',
  ],
  ['a question twice', { questions: [one, one] }, 'repeats "leaf"'],
  [
    'a drawing that is not there',
    { questions: [{ ...one, picture: 'question-none.svg' }] },
    'art/question-none.svg: the file is missing',
  ],
  [
    'a picture of another kind',
    { questions: [{ ...one, picture: 'hero.svg' }] },
    'picture must be a name such as "question-leaf.svg"',
  ],
  [
    'a video that is not there',
    { questions: [{ ...one, video: 'question-none.mp4' }] },
    'art/question-none.mp4: the file is missing',
  ],
  [
    'a video of another kind',
    { questions: [{ ...one, video: 'question-leaf.webm' }] },
    'video must be a name such as "question-kettle.mp4"',
  ],
  ['a clock of a second', { seconds: 1 }, 'seconds must be a whole number from 5 to 600'],
  [
    'a question without words',
    { questions: [one, { ...one, id: 'pot' }] },
    'questions.pot is missing',
  ],
  ['words of no question', { questions: [one] }, 'is no question of questions.json: "kettle"'],
])('[CAM-5] the start refuses %s', async (_, fields, problem) => {
  const folder = await copy();
  await change(folder, 'questions.json', fields);
  await expect(loadCampaign(id, folder)).rejects.toThrow(problem);
});

test('[CAM-5] the budget includes the bonuses', async () => {
  const folder = await copy();
  await change(folder, 'draw.json', { budgetRupees: 1_220_000 });
  await expect(loadCampaign(id, folder)).rejects.toThrow(
    'budgetRupees must be what deck, reserve and fixed rewards, and the bonuses, cost together, 1306000',
  );
});

test('[CAM-5] each language has as many options as the question', async () => {
  const folder = await copy();
  await changeJson(folder, `${id}/words/hi.json`, (words) => ({
    ...words,
    questions: { leaf: { question: 'क?', options: ['क', 'ख'], right: 'ख' } },
  }));
  await expect(loadCampaign(id, folder)).rejects.toThrow(
    /hi\.json: questions\.leaf\.options must have 3 options, but has 2[^]*questions\.kettle is missing/,
  );
});

/** Begins as an MP4 file does, with the box `ftyp`. */
const mp4 = (bytes: number) =>
  Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(bytes - 12)]);

test('[CAM-5] a question may have a video: an MP4 file that is small enough', async () => {
  const folder = await copy();
  const file = join(folder, id, 'art', 'question-leaf.mp4');
  await change(folder, 'questions.json', {
    questions: [
      { ...one, picture: 'question-leaf.svg', video: 'question-leaf.mp4' },
      { id: 'kettle', options: 3, right: 0 },
    ],
  });
  await writeFile(file, mp4(videoBytesMax));
  const { questions, media } = await loadCampaign(id, folder);
  const [leaf, kettle] = questions?.questions ?? [];
  expect(leaf?.videoUrl).toMatch(/^\/art\/question-leaf-[0-9a-f]{10}\.mp4$/);
  expect(media.get(leaf?.videoUrl ?? '')).toHaveLength(videoBytesMax);
  expect(kettle?.videoUrl).toBe('');

  await writeFile(file, mp4(videoBytesMax + 1));
  await expect(loadCampaign(id, folder)).rejects.toThrow('must be 600000 bytes or fewer');
  await writeFile(file, '<html></html>');
  await expect(loadCampaign(id, folder)).rejects.toThrow('must be a video in an MP4 file');
});
