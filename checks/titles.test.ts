import { expect, test } from 'vitest';
import { leadingIds, titlesOf } from './titles.ts';

const found = (text: string) => titlesOf({ path: 'contract/a.test.ts', text });

test.each([
  ['one', '[VAL-3] a', ['VAL-3']],
  ['two', '[VAL-3][OTP-12] a', ['VAL-3', 'OTP-12']],
  ['one that stands alone', '[VAL-3]', ['VAL-3']],
  ['one inside of the title', 'a [VAL-3]', []],
  ['a second one apart', '[VAL-3] [VAL-4] a', ['VAL-3']],
  ['two in the same brackets', '[VAL-3, VAL-4] a', []],
  ['one in small letters', '[val-3] a', []],
  ['none', 'a list [1]', []],
])('the ids that a title begins with: %s', (_, title, ids) => {
  expect(leadingIds(title)).toEqual(ids);
});

test.each([
  ['a test', "\ntest('[VAL-3] a', () => {});", '[VAL-3] a', ['VAL-3'], 2],
  ['a group', "describe.concurrent('[VAL-3] a', () => {});", '[VAL-3] a', ['VAL-3'], 1],
  ['a template', 'it(`[VAL-3] ${a} b`, () => {});', '[VAL-3] … b', ['VAL-3'], 1],
  ['a table', "test.each([[1]])('[VAL-3] %s', () => {});", '[VAL-3] %s', ['VAL-3'], 1],
  [
    'a table that fills the ids in',
    "test.each([['[VAL-3]', 1], ['[VAL-4][VAL-3]', 2]] as const)('%s a', () => {});",
    '%s a',
    ['VAL-3', 'VAL-4'],
    1,
  ],
  ['a table of ids alone', "test.each(['[VAL-3]'])('%s a', () => {});", '%s a', ['VAL-3'], 1],
  ['a table with ids elsewhere', "test.each([[1, '[VAL-3]']])('%s a', f);", '%s a', [], 1],
  [
    'a table whose title has a place for them later',
    "test.each(['[VAL-3]'])('a %s', f);",
    'a %s',
    [],
    1,
  ],
  ['a table that is not there to read', "test.each(rows)('%s a', f);", '%s a', [], 1],
])('reads the title of %s', (_, text, title, ids, line) => {
  expect(found(text)).toEqual([{ title, groups: [], ids, line }]);
});

test('knows the groups that a test stands in', () => {
  const text = `
    describe('a', () => {
      test('b', () => {});
      describe.each([1])('c', () => { run(() => it('d', () => {})); });
    });
    test('e', () => {});`;
  expect(found(text).map(({ groups, title }) => [...groups, title].join('>'))).toEqual([
    'a',
    'a>b',
    'a>c',
    'a>c>d',
    'e',
  ]);
});

test('whatever is no test has no title', () => {
  expect(found("expect('[VAL-3]').toBe(1); run('[VAL-3] a'); test(name, () => {});")).toEqual([]);
});
