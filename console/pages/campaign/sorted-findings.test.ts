import { expect, test } from 'vitest';
import type { Finding } from './campaign-answer.ts';
import { countedFindings, sortedFindings } from './sorted-findings.ts';

const of = (check: string, state: Finding['state']): Finding => ({
  check,
  state,
  found: '',
  mend: null,
});
const findings = [
  of('database', 'ok'),
  of('draw', 'skipped'),
  of('delivery', 'fault'),
  of('languages', 'warning'),
  of('stock', 'fault'),
];

test('the worst findings come first, each state in the order of the checks', () => {
  expect(sortedFindings(findings).map(({ check }) => check)).toEqual([
    'delivery',
    'stock',
    'languages',
    'draw',
    'database',
  ]);
});

test('unchecked findings never count as well', () => {
  expect(countedFindings(findings)).toBe('2 faults, 1 warning, 1 not checked here, 1 well.');
  expect(countedFindings([of('draw', 'skipped')])).toBe(
    'No faults, no warnings, 1 not checked here, 0 well.',
  );
});
