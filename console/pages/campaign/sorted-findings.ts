import type { Finding } from './campaign-answer.ts';

const order = ['fault', 'warning', 'skipped', 'ok'] as const;

/** Worst first; within a state, in the order in which problems cause one another. */
export const sortedFindings = (findings: readonly Finding[]): Finding[] =>
  order.flatMap((state) => findings.filter((finding) => finding.state === state));

/** "2 faults, 1 warning, 7 not checked here, 10 well." */
export function countedFindings(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  return [
    `${faults === 0 ? 'No' : faults} fault${faults === 1 ? '' : 's'}`,
    `${warnings === 0 ? 'no' : warnings} warning${warnings === 1 ? '' : 's'}`,
    `${count('skipped')} not checked here`,
    `${count('ok')} well.`,
  ].join(', ');
}
