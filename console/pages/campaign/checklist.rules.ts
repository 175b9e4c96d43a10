import type { Checklist, Finding } from './campaign-answer.ts';

const order = ['fault', 'warning', 'ok'] as const;

/** Worst first; within a state, in the order in which problems cause one another. */
export const sortedFindings = (findings: readonly Finding[]): Finding[] =>
  order.flatMap((state) => findings.filter((finding) => finding.state === state));

/** Names for people; what is missing is shown as it is spelled. */
export const stepNames: Readonly<Record<string, string>> = {
  'campaign check': 'Campaign folder',
  settings: 'Settings',
  database: 'Database',
  'draw parts': 'Parts of the draw’s secret',
  commitment: 'Commitment to the draw',
  'voucher stock': 'Voucher stock',
  'sms check': 'SMS check',
  'sms try': 'Trial SMS',
  programs: 'Programs',
  publication: 'Publication',
};

/** A fault of the launch counts too, unless a finding has said it. The worst is first. */
export function headlineOf({ launch, findings }: Pick<Checklist, 'launch' | 'findings'>): string {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  const ofLaunch = launch.filter(({ state }) => state === 'fault').length;
  const faults = Math.max(count('fault'), ofLaunch);
  const warnings = count('warning');
  const said = [
    ...(faults > 0 ? [`${faults} fault${faults === 1 ? '' : 's'}`] : []),
    ...(warnings > 0 ? [`${warnings} warning${warnings === 1 ? '' : 's'}`] : []),
  ];
  return said.length === 0 ? 'Nothing found wrong.' : `${said.join(', ')}.`;
}

/** One sentence for all that only the command can check. */
export function unseenInWords(unseen: number): string {
  return `${unseen === 1 ? '1 check needs' : `${unseen} checks need`} the server’s shell: \`npx inaam doctor\`.`;
}
