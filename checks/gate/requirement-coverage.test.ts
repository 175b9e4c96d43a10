import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../repository.ts';
import { requirementCoverage, requirementIds, requirementsFile } from './requirement-coverage.ts';

type TestRun = { title: string; status?: string; ancestorTitles?: string[] };

const known = new Set(['VAL-3', 'VAL-4']);
const report = (...tests: TestRun[]) =>
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

test('the ids are read from the tables of the document', () => {
  const table = '# Lines\n\n| id | what |\n|---|---|\n| VAL-3 | digits |\n| VAL-4 | ticks |\n';
  expect(requirementIds(table)).toEqual(known);
  const document = readFileSync(path.join(root, requirementsFile), 'utf8');
  expect(requirementIds(document).size).toBeGreaterThan(80);
});

test.each([
  ['one test for each', [report(three, four)]],
  ['tests of two projects', [report(three), report(four)]],
  ['one test for all', [report({ title: '[VAL-3][VAL-4] a [1], [a]' })]],
  ['the group has the id', [report(three, { title: 'b', ancestorTitles: ['x', '[VAL-4] y'] })]],
  ['another test with it failed', [report(three, four, { ...four, status: 'failed' })]],
])('both checks pass: %s', (_, reports) => {
  expect(requirementCoverage(known, reports)).toEqual({ passed: 2, failed: 0, notes: [] });
});

const wasNot = (status: string) =>
  `No test that carries VAL-4 passed: "[VAL-4] b" was ${status}. Fix it.`;

test.each([
  ['no test', [report(three)], none('VAL-4')],
  ['only a failed test', [report(three, { ...four, status: 'failed' })], wasNot('failed')],
  ['only a skipped test', [report(three, { ...four, status: 'skipped' })], wasNot('skipped')],
  ['only a test to be written', [report(three, { ...four, status: 'todo' })], wasNot('todo')],
  ['a project without a report', [report(three), undefined], none('VAL-4')],
  ['a truncated report', [report(three), report(four).slice(0, -9)], none('VAL-4')],
  ['a report of another kind', [report(three), '{"testResults": 1}'], none('VAL-4')],
])('an id that no passed test carries is a failure: %s', (_, reports, note) => {
  expect(requirementCoverage(known, reports)).toEqual({ passed: 1, failed: 1, notes: [note] });
});

test.each([
  ['in a title', { title: '[VAL-3][VAL-9] a' }, 'VAL-9'],
  ['that a table filled in', { title: 'the case [VAL-9] of a table' }, 'VAL-9'],
  ['on a group', { title: 'a', ancestorTitles: ['[VAL-9]'] }, 'VAL-9'],
  ['in a test that failed', { title: '[VAL-9] a', status: 'failed' }, 'VAL-9'],
  ['in lower case', { title: '[val-3] a' }, 'val-3'],
  ['without its hyphen', { title: '[VAL3] a' }, 'VAL3'],
  ['two in the same brackets', { title: '[VAL-3, VAL-4] a' }, 'VAL-3, VAL-4'],
])('an unknown id is a failure: %s', (_, strange, id) => {
  const { passed, failed, notes } = requirementCoverage(known, [report(three, four, strange)]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
  expect(notes).toEqual([expect.stringContaining(`carries [${id}], which docs/requirements.md`)]);
});

test('an id inside a title is a failure', () => {
  const inside = report(three, four, { title: '[VAL-3] a [VAL-4]' });
  expect(requirementCoverage(known, [inside])).toEqual({
    passed: 1,
    failed: 1,
    notes: ['"[VAL-3] a [VAL-4]" has [VAL-4] inside its title. Put the ids first.'],
  });
});

test('both checks can fail at once, each with all that is wrong', () => {
  const { passed, failed, notes } = requirementCoverage(known, [
    report({ title: '[VAL-8][VAL-9] a' }),
  ]);
  expect({ passed, failed }).toEqual({ passed: 0, failed: 2 });
  expect(notes).toHaveLength(4);
});

test('a document without ids proves nothing', () => {
  const { passed, failed } = requirementCoverage(new Set(), [report({ title: 'a' })]);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
});
