import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, readSources, root } from './repository.ts';
import {
  requirementIds,
  requirementsFile,
  strangeIds,
  titleFaults,
  withTests,
} from './requirements.ts';

const document = readFileSync(path.join(root, requirementsFile), 'utf8');
const known = requirementIds(document);
const table =
  '# Lines\n\n## VAL\n| id | what |\n|---|---|\n| VAL-3 | digits |\n| VAL-4 | ticks |\n';
const few = requirementIds(table);
const source = (text: string, file = 'contract/a.test.ts') => ({ path: file, text });
const faults = (text: string) => titleFaults(source(text), few);

test('docs/requirements.md has its ids', () => {
  expect(known.size).toBeGreaterThan(80);
  expect(few).toEqual(new Set(['VAL-3', 'VAL-4']));
});

test('every id in the title of a test is one of docs/requirements.md, and stands first', () => {
  expect(readSources(isTest).flatMap((one) => titleFaults(one, known))).toEqual([]);
});

test('docs/requirements.md names the tests of each id as they are: `npm run requirements` writes them', () => {
  expect(withTests(document, readSources(isTest))).toBe(document);
});

// The texts stand in no title: what looks like an id there would count as one.
test.each([
  ['unknown', "test('[VAL-9] a', () => {});", 'VAL-9'],
  ['unknown beside a known one', "\ntest('[VAL-3][VAL-9] a', () => {});", 'VAL-9'],
  ['unknown in a table', "test.each([1])('[VAL-9] a', () => {});", 'VAL-9'],
  ['unknown on a group', "describe.concurrent('[VAL-9] a', () => {});", 'VAL-9'],
  ['unknown in a template', 'it(`[VAL-9] ${a}`, () => {});', 'VAL-9'],
  ['unknown inside of a title', "test('a [VAL-9]', () => {});", 'VAL-9'],
  ['in small letters', "test('[val-3] a', () => {});", 'val-3'],
  ['without its stroke', "test('[VAL3] a', () => {});", 'VAL3'],
  ['two in the same brackets', "test('[VAL-3, VAL-4] a', () => {});", 'VAL-3, VAL-4'],
])('an id is refused: %s', (_, text, id) => {
  expect(faults(text)).toEqual([expect.stringContaining(`carries [${id}], which docs/`)]);
});

test('an id that does not stand first is refused', () => {
  expect(faults("test('[VAL-3] a [VAL-4]', () => {});")).toEqual([
    'contract/a.test.ts:1 has [VAL-4] inside its title. Put the ids first.',
  ]);
});

test.each([
  ['ids first', "test('[VAL-3][VAL-4] a', () => {});"],
  ['other brackets', "test('the list [1, 2] and [a]', () => {});"],
  ['a text that is no title', "expect('[VAL-9]').toBe(1);"],
])('what is fine: %s', (_, text) => {
  expect(faults(text)).toEqual([]);
});

test('what looks like an id and is none is found wherever it stands', () => {
  expect(strangeIds('[VAL-3][VAL-9] a [val-4], [1], [AB 12]', few)).toEqual([
    'VAL-9',
    'val-4',
    'AB 12',
  ]);
});

const tests = [
  source("test('[VAL-4] b', f);", 'web/z.test.tsx'),
  source("test('[VAL-3][VAL-4] a | *b* <i>', f); test('[VAL-3] again', f);", 'server/a.test.ts'),
];
const named = withTests(table, tests);

test('names the tests under the table of their ids, by file, with a link from where the document lies', () => {
  const block = named.slice(table.length);
  expect(named.startsWith(table)).toBe(true);
  expect(block).toContain(
    '| VAL-3 | [server/a](../server/a.test.ts): a \\| \\*b\\* \\<i\\> · again |\n',
  );
  expect(block).toContain(
    '| VAL-4 | [server/a](../server/a.test.ts): a \\| \\*b\\* \\<i\\><br>[web/z](../web/z.test.tsx): b |\n',
  );
});

test('a title is read with the titles of its groups, and none repeats an id', () => {
  const text = "describe('[VAL-4] a form', () => { test('[VAL-3] left empty', f); });";
  const both = withTests(table, [source(text)]);
  expect(both).toContain('| VAL-3 | [contract/a](../contract/a.test.ts): a form left empty |\n');
  expect(both).toContain('| VAL-4 | [contract/a](../contract/a.test.ts): a form |\n');
});

test('an id without a test is told as that', () => {
  expect(withTests(table, [])).toContain('| VAL-3 | none yet |\n');
});

test('a long title is cut at a word', () => {
  const [text = ''] = /(?<=: )a b.*(?= \|$)/m.exec(
    withTests(table, [source(`test('[VAL-3] a b ${'word '.repeat(40)}', f);`)]),
  ) ?? [''];
  expect(text).toMatch(/^a b (?:word )+…$/);
  expect(text.length).toBeLessThan(115);
});

test('written again it is the same, and what it named is replaced', () => {
  expect(withTests(named, tests)).toBe(named);
  expect(withTests(withTests(table, []), tests)).toBe(named);
  expect(withTests(named, [])).not.toContain('server/a');
});

test('each section keeps its own, with what stands between them', () => {
  const two = `${table}\n## OTP\n| OTP-1 | six |\n\nA last word.\n`;
  const both = withTests(two, tests);
  expect(both.match(/its tests/g)).toHaveLength(2);
  expect(both).toContain('A last word.\n\n<!--');
  expect(withTests(both, tests)).toBe(both);
  expect(requirementIds(both)).toEqual(new Set(['VAL-3', 'VAL-4', 'OTP-1']));
});

test('an id that only the named tests have is none', () => {
  const rest = named.replace('| VAL-4 | ticks |\n', '');
  expect(requirementIds(rest)).toEqual(new Set(['VAL-3']));
});
