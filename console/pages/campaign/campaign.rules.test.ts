import { expect, test } from 'vitest';
import { sortedFindings, type Finding } from './campaign.rules.ts';

const of = (check: string, state: Finding['state']): Finding => ({
  check,
  state,
  found: '',
  mend: null,
});

test('the worst findings come first, each state in the order of the checks', () => {
  const findings = [
    of('text of the code', 'ok'),
    of('paths', 'skipped'),
    of('DLT ids', 'fault'),
    of('sending hours', 'warning'),
    of('templates', 'fault'),
  ];
  const names = sortedFindings(findings).map(({ check }) => check);
  expect(names).toEqual(['DLT ids', 'templates', 'sending hours', 'paths', 'text of the code']);
});
