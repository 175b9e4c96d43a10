import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { waitDays } from './documents.ts';
import { upiCampaign } from './testing/upi-campaign.ts';
import { wordsIn } from './web/words.ts';

const plain = await loadCampaign('biscuit-2025');
const all = await upiCampaign({ amounts: [3, 5], provider: 'cashfree' }, plain.languages);
type Campaign = typeof all;

const added = (campaign: Campaign, language: string, name: 'terms' | 'consentNotice') =>
  campaign.words(language)[name].sections.at(-1);

const scripts = {
  hi: 'Devanagari',
  bn: 'Bengali',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  mr: 'Devanagari',
  pa: 'Gurmukhi',
  ta: 'Tamil',
  te: 'Telugu',
  ur: 'Arabic',
} as const;

test('the campaign has the languages that are looked at here', () => {
  expect(plain.languages.toSorted()).toEqual(['en', ...Object.keys(scripts)].toSorted());
});

test.each(plain.languages)('in %s the terms and the notice have a section on UPI', (language) => {
  const terms = added(all, language, 'terms');
  const last = plain.words(language).terms.sections.length + 1;
  expect(terms?.heading).toMatch(new RegExp(`^${last}\\. .*UPI`, 'u'));
  const paragraphs = terms?.paragraphs.join(' ');
  expect(paragraphs).toMatch(/₹3.*₹5/u);
  expect(paragraphs).toMatch(new RegExp(`(?<!\\d)${waitDays}(?!\\d)`));
  expect(paragraphs).not.toMatch(/[{}]/);
  expect(added(all, language, 'consentNotice')?.paragraphs.join(' ')).toContain('UPI ID');
});

test.each(Object.entries(scripts))('%s is written in %s', (language, script) => {
  const isOwn = new RegExp(`\\p{Script=${script}}`, 'u');
  const { label, ...words } = wordsIn(language);
  const sentences = [
    ...Object.values(words),
    ...(added(all, language, 'terms')?.paragraphs ?? []),
    ...(added(all, language, 'consentNotice')?.paragraphs ?? []),
  ];
  for (const sentence of sentences) expect(sentence).toMatch(isOwn);
  expect(label).toContain('UPI');
});

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(plain.languages)('in %s each sentence names what it does in English', (language) => {
  const own = Object.entries(wordsIn(language)).map(([name, text]) => [name, placeholders(text)]);
  const english = Object.entries(wordsIn('en')).map(([name, text]) => [name, placeholders(text)]);
  expect(own).toEqual(english);
});

test('the database waits for as many days as the terms say', async () => {
  const sql = await readFile(new URL('functions.sql', import.meta.url), 'utf8');
  expect(sql).toContain(`owed_at + interval '${waitDays} days'`);
});

test('the page learns which amounts are paid on UPI; a campaign without the file has none of it', () => {
  expect(all.publicCampaign('en').upi).toEqual({ amounts: [3, 5], byNumber: true });
  for (const language of plain.languages) {
    expect(JSON.stringify(plain.publicCampaign(language))).not.toMatch(/UPI ID|"upi/);
  }
});

test('where nothing more is paid on UPI, the terms say nothing of it', async () => {
  const ended = await upiCampaign({ amounts: [], provider: 'cashfree' });
  expect(ended.words('en').terms).toEqual(plain.words('en').terms);
});

test.each([
  [{ amounts: [4], provider: 'cashfree' }, 'is no reward of rewards.json'],
  [{ amounts: [3], provider: 'paytm' }, 'provider'],
  [{ amounts: ['3'], provider: 'cashfree' }, 'a whole number'],
])('%o is refused', async (file, problem) => {
  await expect(upiCampaign(file)).rejects.toThrow(problem);
});
