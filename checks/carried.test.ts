import { expect, test } from 'vitest';
import { carriedCount } from './carried.ts';

type Ran = { title: string; status?: string; ancestorTitles?: string[] };

const known = new Set(['VAL-3', 'VAL-4']);
const report = (...tests: Ran[]) =>
  JSON.stringify({
    testResults: [
      {
        assertionResults: tests.map(({ title, status = 'passed', ancestorTitles = [] }) => ({
          title,
          status,
          ancestorTitles,
        })),
      },
    ],
  });
const three = { title: '[VAL-3] a' };
const four = { title: '[VAL-4] b' };
const none = (id: string) =>
  `No test that ran carries ${id}. Write one with [${id}] first in its title.`;

test.each([
  ['one test for each', [report(three, four)]],
  ['tests of two projects', [report(three), report(four)]],
  ['one test for all', [report({ title: '[VAL-3][VAL-4] a' })]],
  ['the group has the id', [report(three, { title: 'b', ancestorTitles: ['x', '[VAL-4] y'] })]],
  ['another test with it failed', [report(three, four, { ...four, status: 'failed' })]],
])('both proofs hold: %s', (_, reports) => {
  expect(carriedCount(known, reports)).toEqual({ passed: 2, failed: 0, notes: [] });
});

const wasNot = (status: string) =>
  `No test that carries VAL-4 passed: "[VAL-4] b" was ${status}. Mend it.`;

test.each([
  ['no test', [report(three)], none('VAL-4')],
  ['a failed one alone', [report(three, { ...four, status: 'failed' })], wasNot('failed')],
  ['a skipped one alone', [report(three, { ...four, status: 'skipped' })], wasNot('skipped')],
  ['one still to be written', [report(three, { ...four, status: 'todo' })], wasNot('todo')],
  ['one that names it inside its title', [report(three, { title: 'b [VAL-4]' })], none('VAL-4')],
  ['a project without a report', [report(three), undefined], none('VAL-4')],
  ['a report cut short', [report(three), report(four).slice(0, -9)], none('VAL-4')],
  ['a report of another kind', [report(three), '{"testResults": 1}'], none('VAL-4')],
])('an id that nothing passed for is a failure: %s', (_, reports, note) => {
  expect(carriedCount(known, reports)).toEqual({ passed: 1, failed: 1, notes: [note] });
});

test.each([
  ['in a title', { title: '[VAL-3][VAL-9] a' }],
  ['that a table filled in', { title: 'the case [VAL-9] of a table' }],
  ['on a group', { title: 'a', ancestorTitles: ['[VAL-9]'] }],
  ['in a test that failed', { title: '[VAL-9] a', status: 'failed' }],
])('an id that is none is a failure: %s', (_, strange) => {
  const { passed, failed, notes } = carriedCount(known, [report(three, four, strange)]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(notes).toEqual([expect.stringMatching(/carries \[VAL-9\], which docs\/req.*Mend/)]);
});

test('both can fail at once, each with all that is wrong', () => {
  const { passed, failed, notes } = carriedCount(known, [report({ title: '[VAL-8][VAL-9] a' })]);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 2 });
  expect(notes).toHaveLength(4);
});

test('a document without ids proves nothing', () => {
  expect(carriedCount(new Set(), [report({ title: 'a' })])).toMatchObject({ passed: 1, failed: 1 });
});
