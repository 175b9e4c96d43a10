import { expect, test } from 'vitest';
import type { Finding, LaunchStep } from './campaign-answer.ts';
import { headlineOf, sortedFindings, unseenInWords } from './checklist.rules.ts';

const of = (check: string, state: Finding['state']): Finding => ({
  check,
  state,
  found: '',
  mend: null,
});
const step = (state: LaunchStep['state']): LaunchStep => ({
  step: 'sms check',
  state,
  found: '',
  who: null,
  mend: null,
});

test('the worst findings come first, each state in the order of the checks; unchecked ones are apart', () => {
  const findings = [
    of('database', 'ok'),
    of('draw', 'skipped'),
    of('delivery', 'fault'),
    of('languages', 'warning'),
    of('stock', 'fault'),
  ];
  const names = sortedFindings(findings).map(({ check }) => check);
  expect(names).toEqual(['delivery', 'stock', 'languages', 'database']);
});

test.each<[Finding['state'][], LaunchStep['state'][], string]>([
  [['ok', 'skipped'], ['done', 'unseen'], 'Nothing found wrong.'],
  [['warning', 'ok'], [], '1 warning.'],
  [['fault', 'warning', 'warning'], [], '1 fault, 2 warnings.'],
  [['ok'], ['fault'], '1 fault.'],
  [['fault', 'fault'], ['fault'], '2 faults.'],
])('%s and steps %s: %s', (states, steps, said) => {
  const findings = states.map((state) => of(state, state));
  expect(headlineOf({ findings, launch: steps.map(step) })).toBe(said);
});

test('what only the command can check is one sentence', () => {
  expect(unseenInWords(1)).toBe('1 check needs the server’s shell: `npx inaam doctor`.');
  expect(unseenInWords(8)).toMatch(/^8 checks need/);
});
