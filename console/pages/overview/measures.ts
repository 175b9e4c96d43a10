import {
  funnel,
  measures,
  steps,
  type Measure,
  type StepName,
} from '@inaam/contract/console/overview.ts';
import {
  countOf,
  formatCount,
  formatDay,
  formatDuration,
  formatRupees,
  formatShare,
} from '../../ui/format.ts';
import type { Counts, Overview } from './view.ts';

export type { Measure };

const cardsMax = 8;
/** What others say in part, the least needed first. */
const spared: readonly Measure[] = ['numbers', 'sent', 'codes'];

/** Eight of what is known, where there are as many. */
export function shownMeasures(known: (name: Measure) => boolean): Measure[] {
  const all = measures.filter(known);
  const isNeedless = (name: Measure) => known(name) && (name !== 'sent' || known('delivered'));
  const left = spared.filter(isNeedless).slice(0, Math.max(0, all.length - cardsMax));
  return all.filter((name) => !left.includes(name));
}

export const labelOf = (measure: Measure): string => steps[measure].label;
export const formatOf = (measure: Measure) => (measure === 'rupees' ? formatRupees : formatCount);

/** Whether more is better; the others are neither good nor bad. */
const better: Partial<Record<Measure, 'more' | 'less'>> = {
  visits: 'more',
  verified: 'more',
  claims: 'more',
  rewarded: 'more',
  bonuses: 'more',
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

export type StepBar = {
  readonly name: StepName;
  readonly label: string;
  readonly definition: string;
  readonly count: number;
  /** Of what it is a share; undefined: that is not known, or smaller because it is of earlier. */
  readonly whole: number | undefined;
  readonly share: string | undefined;
  /** Of the largest step, 0 to 1. */
  readonly size: number;
  readonly wholeSize: number;
};

type Known = (name: StepName) => boolean;

/** @param known false: the step is not known of the filtered people, or not of the campaign */
function barsOf(names: readonly StepName[], total: Counts, known: Known): StepBar[] {
  const shown = names.filter(known);
  const largest = Math.max(1, ...shown.map((name) => total[name]));
  return shown.map((name) => {
    const { label, definition, of } = steps[name];
    const count = total[name];
    const sum = (of ?? []).reduce((all, one) => all + total[one], 0);
    const whole = sum > 0 && count <= sum ? sum : undefined;
    return {
      name,
      label,
      definition,
      count,
      whole,
      share: whole === undefined ? undefined : shareOf(count, whole),
      size: count / largest,
      wholeSize: Math.min(1, (whole ?? 0) / largest),
    };
  });
}

/** Of vouchers the last thing that is known of them. */
export const funnelOf = (total: Counts, known: Known): StepBar[] =>
  barsOf(
    funnel.filter((name) => name !== 'sent' || !known('delivered')),
    total,
    known,
  );

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
  sent: 'the reward and the SMS',
  delivered: 'the reward and delivery',
};

/** Where most are lost, in one sentence. */
export function lossSentence(bars: readonly StepBar[]): string {
  if (bars.every(({ count }) => count === 0)) return 'Nobody yet in this period.';
  const losses = bars.flatMap(({ name, count, whole = 0 }) =>
    whole >= lossFrom ? [{ name, whole, lost: whole - count }] : [],
  );
  const [first, ...others] = losses;
  if (first === undefined) return 'Too few yet to say where most are lost.';
  const worst = others.reduce((most, one) => (one.lost > most.lost ? one : most), first);
  if (worst.lost === 0) return 'Nobody is lost between these steps.';
  const { lost, whole, name } = worst;
  const share = formatShare(lost / whole);
  return `Most are lost between ${between[name]}: ${formatCount(lost)} of ${formatCount(whole)} (${share}).`;
}

const answers = ['asked', 'bonuses', 'wrong'] as const;

/** What became of the answers; who has not answered has left, or may do so yet. */
export function answerBars(total: Counts, known: Known): StepBar[] {
  const bars = barsOf(answers, total, known);
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  const left = Math.max(0, total.asked - total.bonuses - total.wrong);
  return bars
    .map((bar) => ({ ...bar, label: answerLabels[bar.name] ?? bar.label }))
    .concat({
      name: 'asked',
      label: 'Not answered',
      definition: 'Asked, but left or not yet answered.',
      count: left,
      whole: total.asked,
      share: shareOf(left, total.asked),
      size: left / largest,
      wholeSize: total.asked / largest,
    });
}

const answerLabels: Partial<Record<StepName, string>> = {
  bonuses: 'Answered right',
  wrong: 'Answered wrong',
};

export function poolSentence({ pools }: NonNullable<Overview['bonuses']>): string {
  const left = pools.map(
    ({ amount, left, planned }) =>
      `${formatCount(left)} of ${formatCount(planned)} bonuses of ${formatRupees(amount)}`,
  );
  return `Left in the pool: ${left.join(', ')}.`;
}

/** "1 visit", "₹5,000" */
export function amountOf(measure: Measure, value: number): string {
  const one = nouns[measure];
  return one === undefined ? formatOf(measure)(value) : countOf(value, one);
}

const nouns: Partial<Record<Measure, string>> = {
  visits: 'visit',
  codes: 'OTP request',
  numbers: 'number',
  verified: 'verified number',
  claims: 'participation',
  rewarded: 'reward',
  bonuses: 'right answer',
  sent: 'sent voucher',
  delivered: 'delivered voucher',
  failed: 'failed voucher',
};

/** The amount that runs out first, or is short already. */
export function stockSummary(stock: Overview['stock']): string {
  const short = stock.filter(({ free, owed }) => owed > free);
  if (short.length > 0) {
    return short
      .map(
        ({ amount, free, owed }) =>
          `${countOf(owed - free, 'voucher')} of ${formatRupees(amount)} missing.`,
      )
      .join(' ');
  }
  const [first] = stock
    .flatMap(({ amount, lastsUntil }) => (lastsUntil === null ? [] : [{ amount, lastsUntil }]))
    .toSorted((one, other) => one.lastsUntil.localeCompare(other.lastsUntil));
  return first === undefined
    ? 'Each amount lasts until the last day.'
    : `${formatRupees(first.amount)} runs out first, on ${formatDay(first.lastsUntil)}.`;
}

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
  return { value, note: `${waiting === 1 ? 'for' : 'oldest:'} ${time}` };
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
