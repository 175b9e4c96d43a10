import { expect, test } from 'vitest';
import {
  editAt,
  foundTexts,
  labelOf,
  placeInWords,
  savedInWords,
  shownValue,
  typedSince,
  withEdit,
  type DraftText,
} from './draft-edits.ts';

const place = { file: 'campaign.json', path: ['contacts', 'email'] };

test('an edit replaces the one at its place, and is dropped once it is as saved', () => {
  const first = withEdit({ list: [] }, place, 'a@b.example', 'old@b.example');
  expect(first).toEqual([{ ...place, value: 'a@b.example' }]);
  const second = withEdit({ list: first }, place, 'c@b.example', 'old@b.example');
  expect(second).toHaveLength(1);
  expect(editAt(second, place)?.value).toBe('c@b.example');
  const back = (isSaving: boolean) =>
    withEdit({ list: second, isSaving }, place, 'old@b.example', 'old@b.example');
  expect(back(false)).toEqual([]);
  expect(withEdit({ list: [] }, place, undefined, 'x')).toEqual([place]);
  // What was typed while the second was saved: something else there, the same again, and elsewhere.
  expect(typedSince(second, back(true))).toEqual([{ ...place, value: 'old@b.example' }]);
  const elsewhere = { file: 'states.json', path: [], value: ['Goa'] };
  expect(typedSince(second, [...second, elsewhere])).toEqual([elsewhere]);
});

test('what is typed is shown before what is saved', () => {
  const draft = { files: { 'campaign.json': { contacts: { email: 'old' } } } };
  expect(shownValue(draft, [], place)).toBe('old');
  expect(shownValue(draft, [{ ...place, value: 'new' }], place)).toBe('new');
  expect(shownValue(draft, [], { ...place, path: ['contacts', 'fax'] })).toBeUndefined();
});

const problem = (level: 'fault' | 'hint', text = '') => ({ level, text, ...place });

test.each([
  [0, [], 'All changes saved'],
  [1, [], '1 change not saved'],
  [2, [problem('fault')], '2 changes not saved, 1 fault'],
  [0, [problem('fault'), problem('fault'), problem('hint')], 'All changes saved, 2 faults, 1 hint'],
])('%i changes with %j', (changes, problems, said) => {
  expect(savedInWords(changes, problems)).toBe(said);
});

const text = (path: (string | number)[], own: string): DraftText => ({
  path,
  own,
  default: null,
  source: null,
  placeholders: [],
});

test('texts are those of a group, or in every group those that are looked for', () => {
  const texts = [
    text(['reward', 'thanks'], 'Enjoy'),
    text(['home', 'steps', 1, 'title'], 'Spin it'),
  ];
  expect(foundTexts(texts, 'reward', '').shown).toEqual([texts[0]]);
  expect(foundTexts(texts, 'reward', 'SPIN').shown).toEqual([texts[1]]);
  expect(foundTexts(texts, 'reward', 'home.steps').shown).toEqual([texts[1]]);
  const many = Array.from({ length: 45 }, () => text(['home', 'a'], 'x'));
  expect(foundTexts(many, 'home', '')).toMatchObject({ shown: { length: 40 }, more: 5 });
});

test.each([
  ['words/hi.json', ['home', 'steps', 1, 'title'], 'Texts in Hindi, Home: step 2, title'],
  ['words/en.json', ['terms'], 'Texts in English, Terms and conditions'],
  ['campaign.json', ['contacts', 'email'], 'Details and colours: contact, email'],
  ['states.json', [], 'States'],
  ['art/hero.svg', [], 'art/hero.svg'],
])('a problem in %s at %j is named: %s', (file, path, words) => {
  expect(placeInWords({ file, path })).toBe(words);
});

test.each([
  [['home', 'steps', 1, 'smallPrint'], 'Step 2, small print'],
  [['terms', 'sections', 0, 'paragraphs', 2], 'Section 1, paragraph 3'],
  [['home', 'errors', 'nameRequired'], 'Error, name required'],
  [['home', 'promise'], 'Promise under the headline'],
])('%j has a label in words: %s', (path, label) => {
  expect(labelOf(text(path, ''))).toBe(label);
});

test('what is in a value that was typed as a whole changes with it', () => {
  const whole = { file: 'rewards.json', path: ['outcomes'] };
  const amount = { file: 'rewards.json', path: ['outcomes', 0, 'amount'] };
  const list = withEdit({ list: [] }, whole, [{ amount: 3 }, { amount: 9 }], [{ amount: 3 }]);
  const nested = withEdit({ list }, amount, 4, 3);
  expect(nested).toEqual([{ ...whole, value: [{ amount: 4 }, { amount: 9 }] }]);
  expect(shownValue({ files: {} }, nested, amount)).toBe(4);
  const first = withEdit({ list: [] }, amount, 4, 3);
  expect(withEdit({ list: first }, whole, [], null)).toEqual([{ ...whole, value: [] }]);
});
