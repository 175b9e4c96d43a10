import { funnel, steps } from '@inaam/contract/console/overview.ts';
import {
  countOf,
  formatCount,
  formatDuration,
  formatRupees,
  formatShare,
} from '../../ui/format.ts';
import type { Counts, Overview } from './view.ts';

export const measures = [
  'visits',
  'codes',
  'verified',
  'rewarded',
  'rupees',
  'sent',
  'delivered',
  'failed',
] as const;
export type Measure = (typeof measures)[number];

export const labelOf = (measure: Measure): string => steps[measure].label;
export const formatOf = (measure: Measure) => (measure === 'rupees' ? formatRupees : formatCount);

/** Whether more is better; the others are neither good nor bad. */
const better: Partial<Record<Measure, 'more' | 'less'>> = {
  visits: 'more',
  verified: 'more',
  rewarded: 'more',
  delivered: 'more',
  failed: 'less',
};

export type Change = {
  /** "+6%", "−6%" */
  readonly text: string;
  /** For a screen reader. */
  readonly words: string;
  readonly direction: 'up' | 'down' | 'same';
  readonly tone: 'good' | 'bad' | 'plain';
};

/** Below that a percentage says more than there is. */
const shareFrom = 10;

/** Against the compared period, like for like. */
export function changeOf(measure: Measure, now: number, before: number): Change {
  const difference = now - before;
  if (difference === 0) {
    return { text: 'No change', words: 'no change', direction: 'same', tone: 'plain' };
  }
  const size = sizeOf(measure, Math.abs(difference), before);
  const isMore = difference > 0;
  const good = better[measure];
  return {
    text: `${isMore ? '+' : '−'}${size}`,
    words: `${isMore ? 'up' : 'down'} ${size}`,
    direction: isMore ? 'up' : 'down',
    tone: good === undefined ? 'plain' : (good === 'more') === isMore ? 'good' : 'bad',
  };
}

function sizeOf(measure: Measure, difference: number, before: number): string {
  const share = difference / before;
  if (before < shareFrom || share >= 10) return formatOf(measure)(difference);
  return formatShare(share >= 0.1 ? Math.round(share * 100) / 100 : share);
}

export type FunnelStep = {
  readonly name: (typeof funnel)[number];
  readonly label: string;
  readonly definition: string;
  readonly count: number;
  /** Of the step before; undefined if it is empty, or smaller because it has earlier entries. */
  readonly share: string | undefined;
  /** Of the largest step, 0 to 1. */
  readonly size: number;
};

/** @param known false: the step is not known of the filtered people */
export function funnelOf(total: Counts, known: (name: keyof Counts) => boolean): FunnelStep[] {
  const names = funnel.filter(known);
  const largest = Math.max(...names.map((name) => total[name]));
  return names.map((name, at) => {
    const before = names[at - 1];
    return {
      name,
      label: steps[name].label,
      definition: steps[name].definition,
      count: total[name],
      share: before === undefined ? undefined : shareOf(total[name], total[before]),
      size: largest === 0 ? 0 : total[name] / largest,
    };
  });
}

/** "62.1%" */
export function shareOf(part: number, whole: number): string | undefined {
  return whole === 0 || part > whole ? undefined : formatShare(part / whole);
}

/** A loss of fewer says nothing. */
const lossFrom = 30;

const between: Readonly<Record<string, string>> = {
  numbers: 'the visit and the OTP request',
  verified: 'the OTP request and verification',
  rewarded: 'verification and the reward',
  delivered: 'the reward and delivery',
};

/** Where most are lost, in one sentence. */
export function lossSentence(funnelSteps: readonly FunnelStep[]): string {
  if (funnelSteps.every(({ count }) => count === 0)) return 'Nobody yet in this period.';
  const losses = funnelSteps.flatMap(({ name, count }, at) => {
    const before = funnelSteps[at - 1]?.count ?? 0;
    return before >= lossFrom && count <= before ? [{ name, before, lost: before - count }] : [];
  });
  const [first, ...others] = losses;
  if (first === undefined) return 'Too few yet to say where most are lost.';
  const worst = others.reduce((most, one) => (one.lost > most.lost ? one : most), first);
  if (worst.lost === 0) return 'Nobody is lost between these steps.';
  const { lost, before, name } = worst;
  const share = formatShare(lost / before);
  return `Most are lost between ${between[name]}: ${formatCount(lost)} of ${formatCount(before)} (${share}).`;
}

/** "1 visit", "₹5,000" */
export function amountOf(measure: Measure, value: number): string {
  const one = nouns[measure];
  return one === undefined ? formatOf(measure)(value) : countOf(value, one);
}

const nouns: Partial<Record<Measure, string>> = {
  visits: 'visit',
  codes: 'OTP request',
  verified: 'verified number',
  rewarded: 'reward',
  sent: 'sent voucher',
  delivered: 'delivered voucher',
  failed: 'failed voucher',
};

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

function waitingOf({ waiting, oldestWaitingSeconds: seconds }: Delivery): Figure {
  const value = formatCount(waiting);
  if (waiting === 0 || seconds === null) return { value };
  const time = seconds < 1 ? 'under 1\u00a0s' : formatDuration(seconds);
  return { value, note: `${waiting === 1 ? 'for' : 'the oldest for'} ${time}` };
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
    const isDraw = one.kind === 'draw';
    const seconds = Math.floor(Math.max(0, now - one.seenAt) / 1000);
    const ago = seconds < 1 ? 'just now' : `${formatDuration(seconds)} ago`;
    return {
      ...one,
      name: sameKind.length === 1 ? names[one.kind] : `${names[one.kind]} ${place}`,
      // The site reports how it is.
      state: one.isWell ? 'Running' : isDraw ? 'Not working' : 'Not responding',
      seen: `${isDraw ? 'checked' : 'last seen'} ${ago}`,
    };
  });
}
