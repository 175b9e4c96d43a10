import { expect, test, afterAll } from 'vitest';
import { loadCampaign } from './load-campaign.ts';
import { noticeHash, noticeVersion } from './notice-hash.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSignOffs, unreviewedOf } from './sign-offs.ts';

test('the hash of the notices changes with each of their texts, and with nothing else', async () => {
  const words = (await loadCampaign('biscuit-2025')).words('en');
  const hash = noticeHash(words);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(noticeHash(structuredClone(words))).toBe(hash);
  const others = [
    { ...words, privacy: { ...words.privacy, statement: 'Another.' } },
    { ...words, home: { ...words.home, agree: 'Another.' } },
    {
      ...words,
      consentNotice: { ...words.consentNotice, sections: words.consentNotice.sections.slice(1) },
    },
  ];
  expect(new Set([hash, ...others.map(noticeHash)]).size).toBe(4);
  expect(noticeHash({ ...words, home: { ...words.home, headline: 'Another.' } })).toBe(hash);
});

test('[HOM-5] the version of the notice changes with its text in any language', async () => {
  const campaign = await loadCampaign('biscuit-2025');
  const words = campaign.languages.map((language) => campaign.words(language));
  const version = noticeVersion(words);
  for (const language of campaign.languages) {
    expect(campaign.publicCampaign(language).noticeVersion).toBe(version);
  }
  for (const [index, { privacy }] of words.entries()) {
    const changed = words.map((unchanged, at) =>
      at === index ? { ...unchanged, privacy: { ...privacy, statement: 'Another.' } } : unchanged,
    );
    expect(noticeVersion(changed)).not.toBe(version);
  }
});

const [hash, other] = ['a'.repeat(64), 'b'.repeat(64)];
const file = 'default-words/ta.json';

const folder = await mkdtemp(path.join(tmpdir(), 'inaam-sign-offs-'));
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  await writeFile(path.join(folder, 'sign-offs.json'), text);
  const result = await readSignOffs(folder);
  if ('problems' in result) return result.problems.join(' ');
  const open = unreviewedOf(result.signOffs, 'ta', [{ file, hash }]);
  return open.map((one) => ({ ...one, toJudge: one.toJudge() }));
}
const signed = (sha256: string, of = file) => ({
  file: of,
  sha256,
  by: 'A. Reader',
  on: '2026-12-01',
});
const open = { language: 'ta', file, sha256: hash, isChanged: false, toJudge: [] };

test('a native speaker signs the words off with a name and a day, or nobody does', async () => {
  expect(await readSignOffs(path.join(folder, 'nothing'))).toEqual({ signOffs: [] });
  expect(await read('[]')).toEqual([open]);
  expect(await read(JSON.stringify([signed(hash)]))).toEqual([]);
  expect(await read(JSON.stringify([signed(hash, 'tea-demo/words/ta.json')]))).toEqual([open]);
});

test('a sign-off ends when the words change', async () => {
  expect(await read(JSON.stringify([signed(other)]))).toEqual([{ ...open, isChanged: true }]);
  expect(await read(JSON.stringify([signed(other), signed(hash)]))).toEqual([]);
});

const without = (name: string) => JSON.stringify([{ ...signed(hash), [name]: undefined }]);

test.each([
  ['{}', /the file must be a list of 0 to 100000, .*Write a list; it may be empty/],
  [without('by'), /\[0\]\.by is missing.*who has read every sentence/],
  [without('sha256'), /\[0\]\.sha256 is missing.*what `campaign check` prints/],
  [
    JSON.stringify([{ ...signed(hash), on: 'soon' }]),
    /\[0\]\.on must be a day of this century as YYYY-MM-DD/,
  ],
  [JSON.stringify([signed(hash, 'hi')]), /\[0\]\.file must be a file of words/],
  [JSON.stringify([{ ...signed(hash), at: 1 }]), /\[0\]\.at is not known/],
  ['A. Reader', /must be JSON/],
])('%s is no list of sign-offs', async (text, problem) => {
  expect(await read(text)).toMatch(problem);
});
