import { alertKinds, type AlertKind } from '../contract.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { formatTime } from '@inaam/console/ui/format.ts';
import type { Verdict } from '@inaam/console/ui/verdicts.tsx';

export type Alerts = AnswerOf<'readAlerts'>;
export type Recipient = Alerts['recipients'][number];

export const kindWords: Readonly<Record<AlertKind, string>> = {
  programSilent: 'A program stops responding',
  draw: 'The draw refuses or stops',
  closed: 'Nobody can take part',
  codesWaiting: 'OTPs are not sent',
  vouchersLate: 'Vouchers are late, fail, or may have been sent',
  stock: 'A voucher stock runs out soon',
  budget: 'Most of the budget is granted',
  smsPrice: 'Few OTPs are used, so each costs more',
  purchasesRefused: 'Many codes of shoppers are refused',
};

export const hourInWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00 IST`;

/** Those that the campaign may have. */
export const kindsIn = ({ hasPurchases }: { hasPurchases: boolean }): readonly AlertKind[] =>
  alertKinds.filter((kind) => hasPurchases || kind !== 'purchasesRefused');

/** "All alerts and the daily report at 09:00 IST" */
export function subscriptionOf(
  { kinds: chosen, reportHour }: Pick<Recipient, 'kinds' | 'reportHour'>,
  all: readonly AlertKind[],
) {
  const kinds = all.filter((kind) => chosen.includes(kind));
  const alerts =
    kinds.length === all.length
      ? 'All alerts'
      : kinds.length === 1
        ? '1 alert'
        : `${kinds.length} of ${all.length} alerts`;
  const report = reportHour === null ? '' : `aily report at ${hourInWords(reportHour)}`;
  if (kinds.length === 0) return `D${report}`;
  return report === '' ? alerts : `${alerts} and the d${report}`;
}

export function sentInWords({ sentAt, failing }: Pick<Recipient, 'sentAt' | 'failing'>): string {
  const last = sentAt === null ? 'Nothing sent yet.' : `Last sent ${formatTime(sentAt)}.`;
  if (failing === null) return last;
  return `Failing since ${formatTime(failing.since)}: ${failing.why}. ${last}`;
}

/** The worst first. */
export function openVerdicts(open: Alerts['open']): Verdict[] {
  if (open.length === 0) return [{ level: 'well', text: 'No open alerts.', todo: '' }];
  return open.map(({ level, text, todo, since }) => ({
    level,
    text,
    todo: `${todo} Since ${formatTime(since)}.`,
  }));
}
