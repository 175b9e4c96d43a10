import type { CommandResult } from './command-context.ts';
import type { Finding } from '../console/checks/finding.ts';

export function doctorReport(campaign: string, findings: readonly Finding[]): CommandResult {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, state, found, mend }) =>
    [`${state.padEnd(7)}  ${check.padEnd(width)}  ${found}`, mend].filter(Boolean).join(' '),
  );
  const result =
    faults === 0 && warnings === 0
      ? 'Everything is well.'
      : `Faults: ${faults}, warnings: ${warnings}.`;
  return {
    text: [...lines, result].join('\n'),
    json: { campaign, good: faults === 0, faults, warnings, findings },
    failed: faults > 0,
  };
}
