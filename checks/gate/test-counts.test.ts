import { expect, test } from 'vitest';
import { countTests, sumCounts } from './test-counts.ts';

type Status = 'passed' | 'failed' | 'skipped';

/** A report of one file in the format of vitest. */
function report(fileStatus: 'passed' | 'failed', ...tests: Status[]): string {
  const count = (status: Status) => tests.filter((one) => one === status).length;
  const assertionResults = tests.map((status, at) => ({
    status,
    fullName: `test ${at}`,
    tags: [],
  }));
  return JSON.stringify({
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: [{ name: 'a.test.ts', status: fileStatus, assertionResults }],
  });
}

test('counts what passed and what failed', () => {
  const text = report('failed', 'passed', 'passed', 'failed');
  expect(countTests(text, 1)).toEqual({ passed: 2, failed: 1, notes: [] });
  expect(countTests(report('passed', 'passed'), 0)).toEqual({ passed: 1, failed: 0, notes: [] });
});

test.each([
  ['no report', undefined, 0, 'No report was written.'],
  ['an empty report', '', 0, 'The report cannot be read.'],
  ['a broken report', '{"numPassedTests": 7', 0, 'The report cannot be read.'],
  ['a report of another kind', '{}', 0, 'The report cannot be read.'],
  ['a run without tests', report('passed'), 0, 'No test ran.'],
])('%s is a failure', (_, text, code, note) => {
  expect(countTests(text, code)).toEqual({ passed: 0, failed: 1, notes: [note] });
});

test('a file that failed outside of its tests is a failure', () => {
  const note = 'a.test.ts failed outside of its tests.';
  expect(countTests(report('failed', 'passed'), 1)).toEqual({
    passed: 1,
    failed: 1,
    notes: [note],
  });
});

test('a run in which all tests passed but the exit code is not 0 is a failure', () => {
  const note = 'No test failed, but the exit code was 1.';
  expect(countTests(report('passed', 'passed'), 1)).toEqual({
    passed: 1,
    failed: 1,
    notes: [note],
  });
});

test('a skipped test is noted', () => {
  expect(countTests(report('passed', 'passed', 'skipped'), 0).notes).toEqual(['Skipped: test 1']);
});

test('a test that this run leaves out is not noted', () => {
  const tagged = report('passed', 'passed', 'skipped').replaceAll('"tags":[]', '"tags":["long"]');
  expect(countTests(tagged, 0, (tags) => !tags.includes('long')).notes).toEqual([]);
  expect(countTests(tagged, 0, (tags) => tags.includes('long')).notes).toHaveLength(1);
});

test('counts are summed', () => {
  const counts = [
    { passed: 3, failed: 1, notes: [] },
    { passed: 4, failed: 0, notes: [] },
  ];
  expect(sumCounts(counts)).toEqual({ passed: 7, failed: 1 });
});
