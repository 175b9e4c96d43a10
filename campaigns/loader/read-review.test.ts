import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReview } from './read-review.ts';

const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-review-'));
  await mkdir(path.join(folder, 'ta'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (text: string) => {
  await writeFile(path.join(folder, 'ta', 'review.json'), text);
  return readReview(folder, { language: 'ta', folder: 'ta', hash });
};
const signed = (words: string) =>
  JSON.stringify({ signedOffBy: 'A. Reader', signedOffOn: '2026-12-01', words });

test('a native speaker signs the words off with a name and a day, or nobody does', async () => {
  expect(await read(signed(hash))).toEqual({ unreviewed: undefined });
  const open = { language: 'ta', folder: 'ta', words: hash, isChanged: false };
  expect(await read('{"signedOffBy": null, "signedOffOn": null}')).toEqual({ unreviewed: open });
});

test('a sign-off ends when the words change', async () => {
  expect(await read(signed(other))).toMatchObject({ unreviewed: { words: hash, isChanged: true } });
});

test.each([
  ['{}', /signedOffBy is missing.*null as long as nobody has/],
  ['{"signedOffBy": "A. Reader", "signedOffOn": null}', /the file must have a name, a day and/],
  [
    '{"signedOffBy": "A. Reader", "signedOffOn": "2026-12-01"}',
    /the file must have a name, a day and the SHA-256 of the words/,
  ],
  ['{"signedOffBy": "A", "signedOffOn": "soon"}', /signedOffOn must be a day as YYYY-MM-DD/],
  ['A. Reader', /must be JSON/],
])('%s is no sign-off', async (text, problem) => {
  const result = await read(text);
  expect('problems' in result && result.problems.join(' ')).toMatch(problem);
});
