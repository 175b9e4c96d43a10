import { expect, test } from 'vitest';
import type { CorrectionEdit } from '../contract.ts';
import { combined, refusalOf, type Approved } from './correctable.ts';

const sentence = (before: string, after: string, section = 'reward'): CorrectionEdit => ({
  file: 'words/en.json',
  path: [section, 'thanks'],
  before,
  after,
});
const at = (file: string, path: CorrectionEdit['path'] = []): CorrectionEdit => ({
  file,
  path,
  before: 'a',
  after: 'b',
});

test.each([
  [sentence('Enjoy yuor tea', 'Enjoy your tea')],
  [sentence('{from} till {to}', '{from} to {to}', 'terms')],
  [sentence('Section 3 say so', 'Section 3 says so', 'terms')],
  [sentence('Call from 9 to 6', 'Call from 10 to 6')],
  [at('campaign.json', ['contacts', 'phone'])],
  [at('campaign.json', ['contacts', 'email'])],
  [at('art/hero.svg')],
])('%j may be corrected', (edit) => {
  expect(refusalOf(edit)).toBeUndefined();
});

test.each([
  [sentence('{from} till {to}', 'Now to {to}'), 'Keep {from}, {to}'],
  [sentence('{to}', '{to} {to}'), 'each as often as before'],
  [sentence('Thanks', 'Thanks {name}'), 'without braces'],
  [sentence('Within 30 days', 'Within 90 days', 'terms'), 'numbers of the terms'],
  [sentence('३० दिन', '९० दिन', 'terms'), 'numbers of the terms'],
  [sentence('Win ₹60', 'Win ₹600'), 'amounts of money'],
  [sentence('Win Rs. 60', 'Win Rs. 6,000'), 'amounts of money'],
  [sentence('Win it', 'Win Rs 60'), 'amounts of money'],
  [sentence('Thanks', ' '), 'cannot be empty'],
  [sentence('Thanks', 'Thanks'), 'Nothing is changed'],
  [at('words/en.json'), 'no such sentence'],
  [at('words/en.json', ['reward', 'constructor']), 'no such sentence'],
  [at('words/en.json', ['__proto__', 'x']), 'no such sentence'],
  [at('words/../draw.json', ['deck']), 'Only words'],
  [at('words/en.json/../x.json', ['a']), 'Only words'],
  [at('art/../../x.svg'), 'Only words'],
  [at('art/hero.avif'), 'Only words'],
  [at('art/hero.svg', ['a']), 'whole SVG'],
  [at('campaign.json', ['programme', 'to']), 'campaign extend'],
  [at('campaign.json', ['contacts']), 'only the contacts'],
  [at('campaign.json', ['contacts', 'email', 'x']), 'only the contacts'],
  [at('rewards.json', ['outcomes', 0, 'amount']), 'campaign supplement'],
  [at('draw.json', ['deck', 'blocks']), 'campaign supplement'],
  [at('states.json', [0]), 'next campaign'],
  [at('sms.json', ['otp', 'text']), 'registered template'],
  [at('questions.json', ['questions', 0, 'right']), 'in the words'],
  [at('toString', ['x']), 'Only words'],
])('%j is refused: %s', (edit, said) => {
  expect(refusalOf(edit)).toContain(said);
});

const one = (number: number, ...pairs: [before: string, after: string][]): Approved => ({
  number,
  edits: pairs.map(([before, after], place) => ({ ...at('x', [place]), before, after })),
});
const folder =
  (...values: string[]) =>
  ({ path: [place] }: Pick<CorrectionEdit, 'path'>) =>
    values[Number(place)];

test.each<[string, Approved[], string[], (string | undefined)[], number[]]>([
  ['one', [one(1, ['a', 'b'])], ['a'], ['b'], []],
  ['one that is written', [one(1, ['a', 'b'])], ['b'], [], []],
  ['two in a row', [one(1, ['a', 'b']), one(2, ['b', 'c'])], ['a'], ['c'], []],
  ['the first is written', [one(1, ['a', 'b']), one(2, ['b', 'c'])], ['b'], ['c'], []],
  ['both are written', [one(1, ['a', 'b']), one(2, ['b', 'c'])], ['c'], [], []],
  ['there and back', [one(1, ['a', 'b']), one(2, ['b', 'a'])], ['b'], ['a'], []],
  ['another value', [one(1, ['a', 'b'])], ['z'], [], [1]],
  ['the text is gone', [one(1, ['a', 'b'])], [], [], [1]],
  ['whole or not at all', [one(1, ['a', 'b'], ['m', 'n'])], ['a', 'z'], [], [1]],
])('%s', (_, approved, values, after, skipped) => {
  const found = combined(approved, folder(...values));
  expect(found.edits.map((edit) => edit.after)).toEqual(after);
  expect([...found.skipped.keys()]).toEqual(skipped);
});
