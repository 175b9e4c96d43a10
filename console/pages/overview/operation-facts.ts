import { formatCount, formatDuration, formatRupees, formatShare } from '../../ui/format.ts';
import type { Overview } from './view.ts';

type Fact = { readonly label: string; readonly value: string; readonly note?: string };

/** Figures that are not time series. */
export function deliveryFacts({ delivery, sms }: Pick<Overview, 'delivery' | 'sms'>): Fact[] {
  return [
    { label: 'OTP delivery time', ...timesOf(delivery.codeSeconds) },
    { label: 'Voucher delivery time', ...timesOf(delivery.voucherSeconds) },
    { label: 'Waiting to be sent', ...waitingOf(delivery) },
    {
      label: 'SMS accepted by the provider',
      value: formatCount(sms.accepted),
      note: sms.accepted === 0 ? 'none yet' : formatRupees(sms.rupees),
    },
    {
      label: 'OTPs that were entered',
      ...(sms.verifiedPerCode === null
        ? { value: '–', note: 'none sent' }
        : { value: formatShare(sms.verifiedPerCode), note: 'of those sent' }),
    },
  ];
}

type Delivery = Overview['delivery'];
type Figure = Omit<Fact, 'label'>;

function timesOf({ p50, p95 }: Delivery['codeSeconds']): Figure {
  if (p50 === null || p95 === null) return { value: '–', note: 'none yet' };
  return { value: `median ${formatDuration(p50)}`, note: `p95 ${formatDuration(p95)}` };
}

function waitingOf({ waiting, oldestWaitingSeconds }: Delivery): Figure {
  const value = formatCount(waiting);
  if (waiting === 0 || oldestWaitingSeconds === null) return { value };
  return {
    value,
    note:
      oldestWaitingSeconds < 1
        ? 'since just now'
        : `${waiting === 1 ? 'for' : 'the oldest for'} ${formatDuration(oldestWaitingSeconds)}`,
  };
}

type Process = Overview['processes'][number];

const names: Readonly<Record<Process['kind'], string>> = {
  site: 'Site',
  draw: 'Draw',
  delivery: 'Delivery',
};

/** Numbered if there are several of a kind, because their ids mean nothing to people. */
export function namedProcesses(processes: readonly Process[], now: number) {
  return processes.map((one, at) => {
    const sameKind = processes.filter(({ kind }) => kind === one.kind);
    const place = processes.slice(0, at + 1).filter(({ kind }) => kind === one.kind).length;
    const seconds = Math.floor(Math.max(0, now - one.seenAt) / 1000);
    return {
      ...one,
      name: sameKind.length === 1 ? names[one.kind] : `${names[one.kind]} ${place}`,
      state: one.isWell ? 'Running' : one.kind === 'draw' ? 'Not responding' : 'Silent',
      seen: seconds < 1 ? 'last seen just now' : `last seen ${formatDuration(seconds)} ago`,
    };
  });
}
