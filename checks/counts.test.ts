import { expect, test } from 'vitest';
import { countOf, sumOf } from './counts.ts';

type Status = 'passed' | 'failed' | 'skipped';

/** A report of one file as vitest writes it. */
function report(fileStatus: 'passed' | 'failed', ...tests: Status[]): string {
  const many = (status: Status) => tests.filter((one) => one === status).length;
  const assertionResults = tests.map((status, at) => ({ status, fullName: `test ${at}` }));
  return JSON.stringify({
    numPassedTests: many('passed'),
    numFailedTests: many('failed'),
    testResults: [{ name: 'a.test.ts', status: fileStatus, assertionResults }],
  });
}

test('counts what passed and what failed', () => {
  const text = report('failed', 'passed', 'passed', 'failed');
  expect(countOf(text, 1)).toEqual({ passed: 2, failed: 1, notes: [] });
  expect(countOf(report('passed', 'passed'), 0)).toEqual({ passed: 1, failed: 0, notes: [] });
});

test.each([
  ['no report', undefined, 0, 'It wrote no report.'],
  ['an empty report', '', 0, 'Its report cannot be read.'],
  ['a broken report', '{"numPassedTests": 7', 0, 'Its report cannot be read.'],
  ['a report of another kind', '{}', 0, 'Its report cannot be read.'],
  ['a run without tests', report('passed'), 0, 'It ran no test.'],
])('%s is a failure', (_, text, code, note) => {
  expect(countOf(text, code)).toEqual({ passed: 0, failed: 1, notes: [note] });
});

test('a file that failed outside of its tests is a failure', () => {
  const note = 'a.test.ts failed outside of its tests.';
  expect(countOf(report('failed', 'passed'), 1)).toEqual({ passed: 1, failed: 1, notes: [note] });
});

test('a run that ended badly with nothing but passed tests is a failure', () => {
  const note = 'No test failed, but it ended with 1.';
  expect(countOf(report('passed', 'passed'), 1)).toEqual({ passed: 1, failed: 1, notes: [note] });
});

test('a test that was left out is told', () => {
  expect(countOf(report('passed', 'passed', 'skipped'), 0).notes).toEqual(['Left out: test 1']);
});

test('sums up', () => {
  const counts = [
    { passed: 3, failed: 1, notes: [] },
    { passed: 4, failed: 0, notes: [] },
  ];
  expect(sumOf(counts)).toEqual({ passed: 7, failed: 1 });
});
