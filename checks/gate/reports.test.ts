import { expect, test } from 'vitest';
import { countTests, readReport, sumCounts } from './reports.ts';

type Status = 'passed' | 'failed' | 'skipped';

/** A report of one file in the format of Vitest. */
function textOf(fileStatus: 'passed' | 'failed', ...tests: Status[]): string {
  const assertionResults = tests.map((status, at) => ({
    status,
    ancestorTitles: ['a group'],
    title: `test ${at}`,
    tags: ['long'],
  }));
  return JSON.stringify({
    testResults: [{ name: 'a.test.ts', status: fileStatus, assertionResults }],
  });
}
const report = (...args: Parameters<typeof textOf>) => readReport(textOf(...args));

test('counts what passed and what failed', () => {
  const failed = report('failed', 'passed', 'passed', 'failed');
  expect(countTests(failed, 1)).toEqual({ passed: 2, failed: 1, notes: [] });
  expect(countTests(report('passed', 'passed'), 0)).toEqual({ passed: 1, failed: 0, notes: [] });
});

test.each([
  ['no report', undefined],
  ['an empty report', ''],
  ['a truncated report', textOf('passed', 'passed').slice(0, -9)],
  ['a report of another kind', '{"testResults": 1}'],
])('%s is a failure', (_, text) => {
  const note = 'There is no report, or it cannot be read.';
  expect(countTests(readReport(text), 0)).toEqual({ passed: 0, failed: 1, notes: [note] });
});

test.each([
  ['without tests', report('passed'), 0, 0, 'No test ran.'],
  ['whose tests are all skipped', report('passed', 'skipped'), 0, 0, 'No test ran.'],
  [
    'with a file that failed outside of its tests',
    report('failed', 'passed'),
    1,
    1,
    'a.test.ts failed outside of its tests.',
  ],
  [
    'whose exit code alone is not 0',
    report('passed', 'passed'),
    1,
    1,
    'No test failed, but the exit code was 1.',
  ],
])('a run %s is a failure', (_, ran, code, passed, note) => {
  expect(countTests(ran, code)).toEqual({ passed, failed: 1, notes: [note] });
});

test('a skipped test is noted, unless the run leaves it out', () => {
  const skipped = report('passed', 'passed', 'skipped');
  expect(countTests(skipped, 0).notes).toEqual(['Skipped: a group test 1']);
  expect(countTests(skipped, 0, (tags) => !tags.includes('long')).notes).toEqual([]);
});

test('counts are summed', () => {
  const counts = [
    { passed: 3, failed: 1, notes: [] },
    { passed: 4, failed: 0, notes: [] },
  ];
  expect(sumCounts(counts)).toEqual({ passed: 7, failed: 1 });
});
