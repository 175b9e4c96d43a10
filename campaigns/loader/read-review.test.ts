import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCampaign } from './load-campaign.ts';
import { readReview } from './read-review.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-review-'));
  await mkdir(path.join(folder, 'ta'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (text: string) => {
  await writeFile(path.join(folder, 'ta', 'review.json'), text);
  return readReview(folder, 'ta');
};

test('a native speaker signs with a name and a day, or nobody does', async () => {
  const signed = { signedOffBy: 'A. Reader', signedOffOn: '2026-12-01' };
  expect(await read(JSON.stringify(signed))).toEqual({ value: signed });
  const open = { signedOffBy: null, signedOffOn: null };
  expect(await read(JSON.stringify(open))).toEqual({ value: open });
});

test.each([
  ['{}', /signedOffBy is missing.*null as long as nobody has/],
  ['{"signedOffBy": "A. Reader", "signedOffOn": null}', /the file must have a name and a day/],
  ['{"signedOffBy": "A", "signedOffOn": "soon"}', /signedOffOn must be a day as YYYY-MM-DD/],
  ['A. Reader', /must be JSON/],
])('%s is no sign-off', async (text, problem) => {
  const result = await read(text);
  expect('problems' in result && result.problems.join(' ')).toMatch(problem);
});

test('both the words of all campaigns and its own are named until they are signed', async () => {
  const { unreviewed } = await loadCampaign('biscuit-2025');
  expect(unreviewed).toContain('default-words/hi');
  expect(unreviewed).toContain('biscuit-2025/words/hi');
});
