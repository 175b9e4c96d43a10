// Describes whether the campaign is in order and, if not, what to do.
import { act, closedBecause, look, shownDay, well, worstFirst } from './opening.rules.ts';
import type { Heard, Opening, Verdict } from './opening.rules.ts';
import type { BudgetForecast } from './overview.rules.ts';
import { lateDays } from '../messages/delivery-limits.rules.ts';
import { stockAlarm } from '../vouchers/voucher-validity.rules.ts';

export type OverviewState = {
  limits?: VerdictLimits | undefined;
  opening: Opening;
  codesWaiting: number;
  oldestCodeSeconds: number | null;
  oldestVoucherSeconds: number | null;
  lastDay: { sent: number; failed: number };
  /**
   * Vouchers that wait or have failed, and were owed `lateDays.warning` whole days ago or earlier;
   * null: none. `isMore`: there are more than were counted.
   */
  late: { vouchers: number; oldestDays: number; isMore: boolean } | null;
  /** Vouchers that may have been sent, or that `deliver` refused, by reason. */
  unclear: readonly { reason: string; count: number }[];
  stock: readonly AmountState[];
  budget: { forecast: BudgetForecast | null };
  /** Of the current hour and the previous one. */
  codes: number;
  verified: number;
  ofPlugins: readonly Verdict[];
};

/** `runsOutOn`: null if there is no demand, or not before the end. */
export type AmountState = {
  amount: number;
  free: number;
  owed: number;
  daysLeft: number | null;
  runsOutOn: string | null;
};

export const verdictLimits = {
  codeSeconds: 60,
  voucherSeconds: { look: 600, act: 3600 },
  /** Applies from this many vouchers. One that failed after it was sent is in both counts. */
  failures: { from: 20, look: 0.05, act: 0.2 },
  stockDays: { look: stockAlarm.warnDays, act: stockAlarm.errorDays },
  /** Shares of the budget, for alerts alone. */
  granted: { look: 0.8, act: 0.95 },
};
export type VerdictLimits = Readonly<typeof verdictLimits>;

/** @returns the worst first; at least one, which may need no action */
export function verdictsOf(state: OverviewState): Verdict[] {
  const { limits = verdictLimits } = state;
  const closed = closedBecause(state.opening);
  const found = [
    ...closed,
    ...silenceOf('serve', state.opening.site),
    ...silenceOf('deliver', state.opening.workers),
    ...addressOf(state.opening),
    ...codesWaitingOf(state, limits.codeSeconds),
    ...vouchersWaitingOf(state),
    ...failuresOf(state, limits),
    ...lateOf(state),
    ...unclearOf(state),
    ...state.stock.flatMap((one) => stockOf(one, limits)),
    ...budgetOf(state),
    ...conversionOf(state),
    ...state.ofPlugins,
  ];
  const isWell = found.every(({ level }) => level === 'well');
  return [...(isWell ? [well('well', 'All is well.')] : []), ...worstFirst(found)];
}

const countOf = (count: number, one: string) =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

function silenceOf(program: string, { heard, silent }: Heard): Verdict[] {
  if (heard === 0 || silent === 0) return [];
  const text = `${silent} ${silent === 1 ? 'process' : 'processes'} of ${program} stopped responding; ${heard} ${heard === 1 ? 'is' : 'are'} running.`;
  return [look('programSilent', text, 'See its log, and whether its machine runs.')];
}

function addressOf({ site }: Opening): Verdict[] {
  if (site.sharesAddress !== true) return [];
  const text =
    'A trusted proxy names no client in X-Forwarded-For: all shoppers share one address and its limits.';
  const todo =
    'Let it append the address of each client: see "Behind a proxy" in docs/run/watch.md.';
  return [act('sharedAddress', text, todo)];
}

const tryPath = 'See failures by reason, and test the SMS provider: npx inaam sms try.';

function codesWaitingOf({ codesWaiting, oldestCodeSeconds }: OverviewState, limit: number) {
  if (oldestCodeSeconds === null || oldestCodeSeconds <= limit) return [];
  const waiting = Math.max(1, codesWaiting);
  const text =
    waiting === 1
      ? `1 OTP has been waiting to be sent for ${spellSeconds(oldestCodeSeconds)}.`
      : `${formatCount(waiting)} OTPs are waiting to be sent, the oldest for ${spellSeconds(oldestCodeSeconds)}.`;
  return [{ ...act('codesWaiting', text, tryPath), count: waiting }];
}

function vouchersWaitingOf({ oldestVoucherSeconds }: OverviewState): Verdict[] {
  const { voucherSeconds } = verdictLimits;
  if (oldestVoucherSeconds === null || oldestVoucherSeconds <= voucherSeconds.look) return [];
  const level = oldestVoucherSeconds > voucherSeconds.act ? act : look;
  const text = `The next voucher has been waiting to be sent for ${spellSeconds(oldestVoucherSeconds)}.`;
  const todo =
    'Check the stock, and that draw runs. If so, test the SMS provider: npx inaam sms try.';
  return [level('vouchersWaiting', text, todo)];
}

function failuresOf({ lastDay }: OverviewState, { failures }: VerdictLimits): Verdict[] {
  const { sent, failed } = lastDay;
  const count = Math.max(sent, failed);
  if (count < failures.from || failed / count < failures.look) return [];
  const level = failed / count < failures.act ? look : act;
  const text = `${countOf(failed, 'voucher')} failed in the last 24 hours; ${formatCount(sent)} ${sent === 1 ? 'was' : 'were'} sent.`;
  const todo = 'Fix the cause, then send again.';
  return [{ ...level('vouchersFailed', text, todo, 'deliveries'), count: failed }];
}

function lateOf({ late }: OverviewState): Verdict[] {
  if (late === null || late.vouchers === 0) return [];
  const { vouchers, oldestDays, isMore } = late;
  const level = oldestDays < lateDays.error ? look : act;
  const promised = `${lateDays.promised} days are promised.`;
  const text =
    vouchers === 1
      ? `1 voucher has been owed for ${oldestDays} days; ${promised}`
      : `${isMore ? 'More than ' : ''}${formatCount(vouchers)} vouchers are late, the oldest for ${oldestDays} days; ${promised}`;
  const todo = 'See which are waiting and which failed, and why.';
  return [{ ...level('vouchersLate', text, todo, 'deliveries'), count: vouchers }];
}

function unclearOf({ unclear }: OverviewState): Verdict[] {
  const count = unclear.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return [];
  const reasons = unclear.map(({ reason }) => reason).join('; ');
  const text = `${countOf(count, 'voucher')} ${count === 1 ? 'waits' : 'wait'} for you: ${reasons}.`;
  const todo = 'See there what each reason means, and what to do.';
  return [{ ...act('vouchersUnclear', text, todo, 'deliveries'), count }];
}

function stockOf(state: AmountState, { stockDays }: VerdictLimits): Verdict[] {
  const { amount, free, owed, daysLeft, runsOutOn } = state;
  const load = `Load voucher codes of ₹${amount}.`;
  if (owed > free) {
    const wait = owed === 1 ? '1 winner is waiting' : `${formatCount(owed)} winners are waiting`;
    const text = `${wait} for a voucher code of ₹${amount}; ${formatCount(free)} in stock.`;
    return [{ ...act('stock', text, load, 'deliveries'), count: owed }];
  }
  if (daysLeft === null || runsOutOn === null || daysLeft >= stockDays.look) return [];
  const level = daysLeft < stockDays.act ? act : look;
  const days = daysLeft === 1 ? '1 more day' : `${daysLeft} more days`;
  const how =
    daysLeft === 0 ? 'run out within a day' : `last for ${days}, until ${shownDay(runsOutOn)}`;
  return [level('stock', `The voucher codes of ₹${amount} ${how}.`, load, 'deliveries')];
}

function budgetOf({ opening: { phase, lastDay }, budget: { forecast } }: OverviewState): Verdict[] {
  if (phase !== 'open' || forecast === null) return [];
  const { earliest, likely, latest } = forecast;
  if (likely >= lastDay) return [];
  const text = `The budget is likely to be used up on ${shownDay(likely)} (between ${shownDay(earliest)} and ${shownDay(latest)}), before the last day, ${shownDay(lastDay)}.`;
  return [look('budget', text, 'Add to the budget, or end the campaign earlier.', 'campaign')];
}

/** Of these codes of an hour, fewer than that share were verified. */
const pumping = [
  { from: 200, share: 0.5 },
  { from: 500, share: 0.25 },
];

function conversionOf({ codes, verified }: OverviewState): Verdict[] {
  const reached = pumping.filter(({ from, share }) => codes >= from && verified < codes * share);
  if (reached.length === 0) return [];
  const level = reached.length > 1 ? act : look;
  const text = `Only ${formatCount(verified)} of the last ${formatCount(codes)} OTPs ${verified === 1 ? 'was' : 'were'} used: somebody may be requesting them to run up the SMS bill.`;
  const todo = 'See "A flood of codes" in docs/run/when-something-is-wrong.md.';
  return [level('smsPrice', text, todo, 'review')];
}

const formatCount = (value: number) => value.toLocaleString('en-IN');

function spellSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = seconds / 60;
  if (minutes < 120) return `${Math.floor(minutes)} minutes`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`;
}
