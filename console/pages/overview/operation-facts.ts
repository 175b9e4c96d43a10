import { formatCount, formatDuration, formatRupees, formatShare } from '../../ui/format.ts';
import type { Overview } from './overview-answer.ts';

type Fact = { readonly label: string; readonly value: string; readonly note?: string };

/** Figures that are not time series. */
export function deliveryFacts({ delivery, sms }: Pick<Overview, 'delivery' | 'sms'>): Fact[] {
  return [
    { label: 'Code by SMS', ...timesOf(delivery.codeSeconds) },
    { label: 'Voucher by SMS', ...timesOf(delivery.voucherSeconds) },
    { label: 'Waiting to be sent', ...waitingOf(delivery) },
    {
      label: 'SMS accepted',
      value: formatCount(sms.accepted),
      note: `cost ${formatRupees(sms.rupees)}`,
    },
    {
      label: 'Codes that were typed in',
      ...(sms.verifiedPerCode === null
        ? { value: 'none sent' }
        : {
            value: formatShare(sms.verifiedPerCode),
            note: 'a sudden fall: perhaps a machine asks for codes',
          }),
    },
  ];
}

type Delivery = Overview['delivery'];
type Figure = Omit<Fact, 'label'>;

function timesOf({ p50, p95 }: Delivery['codeSeconds']): Figure {
  if (p50 === null || p95 === null) return { value: 'none yet' };
  return {
    value: `half within ${formatDuration(p50)}`,
    note: `95 of 100 within ${formatDuration(p95)}`,
  };
}

function waitingOf({ waiting, oldestWaitingSeconds }: Delivery): Figure {
  const value = formatCount(waiting);
  if (waiting === 0 || oldestWaitingSeconds === null) return { value };
  return { value, note: `the oldest for ${formatDuration(oldestWaitingSeconds)}` };
}

type Process = Overview['processes'][number];

const names: Readonly<Record<Process['kind'], string>> = {
  site: 'Site',
  draw: 'Draw',
  delivery: 'Delivery',
};

/** Numbered if there are several of a kind, because their ids mean nothing to people. */
export function namedProcesses(processes: readonly Process[]) {
  return processes.map((one, at) => {
    const sameKind = processes.filter(({ kind }) => kind === one.kind);
    const place = processes.slice(0, at + 1).filter(({ kind }) => kind === one.kind).length;
    return {
      ...one,
      name: sameKind.length === 1 ? names[one.kind] : `${names[one.kind]} ${place}`,
      state: one.isWell ? 'is well' : one.kind === 'draw' ? 'does not answer' : 'is silent',
    };
  });
}
