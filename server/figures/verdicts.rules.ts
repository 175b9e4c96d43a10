// Describes whether the campaign is in order and, if not, what to do.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { BudgetForecast } from './overview.rules.ts';
import { dayStart, indianDate } from '../platform/period.rules.ts';
import { lateDays } from '../messages/delivery-limits.rules.ts';
import type { SendBudget } from '../codes/send-budget.rules.ts';
import { packRefusalsOf, type PackRefusals } from '../packs/packs.rules.ts';
import { stockAlarm } from '../vouchers/voucher-validity.rules.ts';

type KindedVerdict = AnswerOf<'readOverview'>['verdicts'][number];
export type Verdict = Omit<KindedVerdict, 'kind'>;
type Page = Verdict['page'];

export type OverviewState = {
  phase: 'notStarted' | 'open' | 'ended';
  isPaused: boolean;
  /** Processes of `serve`; `silent` ones were heard before, and no younger one replaces them. */
  site: { heard: number; silent: number };
  /** The draw's state as reported by `serve` processes that are heard; undefined if none is. */
  draw: { state: 'up' | 'down' | 'refused' | 'stopped'; entry?: number } | undefined;
  /** Workers of `deliver`; `silent` ones were heard before. */
  workers: { heard: number; silent: number };
  codesWaiting: number;
  oldestCodeSeconds: number | null;
  oldestVoucherSeconds: number | null;
  lastDay: { sent: number; failed: number };
  /**
   * Vouchers that wait or have failed, and were owed `lateDays.warning` whole days ago or earlier;
   * null: none. `isMore`: there are more than were counted.
   */
  late: { vouchers: number; oldestDays: number; isMore: boolean } | null;
  stock: readonly AmountState[];
  budget: { remaining: number; forecast: BudgetForecast | null; today: string; lastDay: string };
  /** Of the current hour and the previous one. */
  codes: number;
  verified: number;
  /** Codes of packs that were refused, in the same hours. */
  packRefusals: PackRefusals;
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
} as const;

const severity = { act: 0, look: 1, well: 2 } as const;

/**
 * @param prices raise the price of codes when few of them are verified
 * @returns the worst first; at least one, which may need no action
 */
export function verdictsOf(
  state: OverviewState,
  prices: SendBudget['conversionPrices'],
): KindedVerdict[] {
  const kind = (kind: KindedVerdict['kind'], found: readonly Verdict[]): KindedVerdict[] =>
    found.map((one) => ({ kind, ...one }));
  const found = [
    ...kind('paused', pauseOf(state)),
    ...kind('programSilent', siteOf(state)),
    ...kind(drawKinds[state.draw?.state ?? 'up'], drawOf(state)),
    ...kind('programSilent', workersOf(state)),
    ...kind('codesWaiting', codesWaitingOf(state)),
    ...kind('vouchersWaiting', vouchersWaitingOf(state)),
    ...kind('vouchersFailed', failuresOf(state.lastDay)),
    ...kind('vouchersLate', lateOf(state)),
    ...kind('stock', state.stock.flatMap(stockOf)),
    ...kind('budget', budgetOf(state)),
    ...kind('smsPrice', conversionOf(state, prices)),
    ...kind('packTries', packRefusalsOf(state.packRefusals, state.codes)),
  ];
  if (found.length === 0) return kind('well', [well(wellOf(state))]);
  return found.toSorted((one, other) => severity[one.level] - severity[other.level]);
}

const wellOf = ({ phase }: OverviewState) =>
  ({
    notStarted: 'All is well. The campaign has not begun.',
    open: 'All is well.',
    ended: 'All is well. The campaign has ended.',
  })[phase];

export const well = (text: string): Verdict => ({ level: 'well', text, todo: '' });
const verdict =
  (level: Verdict['level']) =>
  (text: string, todo: string, page?: Page): Verdict => ({ level, text, todo, page });
export const look = verdict('look');
export const act = verdict('act');

function pauseOf({ isPaused }: OverviewState): Verdict[] {
  if (!isPaused) return [];
  return [
    act(
      'The campaign is paused: nobody gets a code or a reward.',
      'Resume it once the cause is resolved.',
      'campaign',
    ),
  ];
}

const countOf = (count: number, one: string) =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

const silenceOf = (program: string, { heard, silent }: OverviewState['site']) =>
  `${silent} ${silent === 1 ? 'process' : 'processes'} of ${program} stopped responding; ${heard} ${heard === 1 ? 'is' : 'are'} running.`;

function siteOf({ phase, site }: OverviewState): Verdict[] {
  const { heard, silent } = site;
  if (heard === 0) {
    // Before the start and after the end codes may not be needed.
    if (phase !== 'open') return [];
    return [
      act(
        'The program serve does not respond: nobody can open the site.',
        'Start it: npx inaam serve. If it runs, look at its log, and whether it reaches the database.',
      ),
    ];
  }
  if (silent === 0) return [];
  return [look(silenceOf('serve', site), 'See its log, and whether its machine runs.')];
}

const drawKinds = {
  up: 'well',
  down: 'programSilent',
  refused: 'drawRefused',
  stopped: 'drawStopped',
} as const;

const drawVerdicts = {
  up: [],
  down: [
    act(
      'The site does not reach the program draw: PLAY has to wait, and nobody gets a reward.',
      'Start it: npx inaam draw. If it runs, look at its log.',
    ),
  ],
  refused: [
    act(
      'The program draw refuses the site: PLAY has to wait, and nobody gets a reward.',
      'Give both the same token and the same campaign: see their logs.',
    ),
  ],
} as const;

const drawOf = ({ draw }: OverviewState): readonly Verdict[] =>
  draw === undefined
    ? []
    : draw.state === 'stopped'
      ? [drawStopped(draw.entry)]
      : drawVerdicts[draw.state];

const drawStopped = (entry = 0): Verdict =>
  act(
    `The program draw has stopped at entry ${entry} of the ledger, which is not what the rules give: nobody gets a reward.`,
    'Change nothing, and follow "The draw refuses the ledger" in docs/run/draw-and-keys.md.',
    'draw',
  );

function workersOf({ workers }: OverviewState): Verdict[] {
  const { heard, silent } = workers;
  if (heard === 0) {
    return [
      act(
        'The program deliver does not respond: no code and no voucher is sent, and these figures are not updated.',
        'Start it: npx inaam deliver.',
      ),
    ];
  }
  if (silent === 0) return [];
  return [look(silenceOf('deliver', workers), 'See its log, and whether its machine runs.')];
}

const tryPath = 'See failures by reason, and test the SMS provider: npx inaam sms try.';

function codesWaitingOf({ codesWaiting, oldestCodeSeconds }: OverviewState): Verdict[] {
  if (oldestCodeSeconds === null || oldestCodeSeconds <= verdictLimits.codeSeconds) return [];
  const waiting = Math.max(1, codesWaiting);
  const text =
    waiting === 1
      ? `1 OTP has been waiting to be sent for ${spellSeconds(oldestCodeSeconds)}.`
      : `${formatCount(waiting)} OTPs are waiting to be sent, the oldest for ${spellSeconds(oldestCodeSeconds)}.`;
  return [{ ...act(text, tryPath), count: waiting }];
}

function vouchersWaitingOf({ oldestVoucherSeconds }: OverviewState): Verdict[] {
  const { voucherSeconds } = verdictLimits;
  if (oldestVoucherSeconds === null || oldestVoucherSeconds <= voucherSeconds.look) return [];
  const level = oldestVoucherSeconds > voucherSeconds.act ? act : look;
  return [
    level(
      `The next voucher has been waiting to be sent for ${spellSeconds(oldestVoucherSeconds)}.`,
      `Check the stock. If it suffices, test the SMS provider: npx inaam sms try.`,
    ),
  ];
}

function failuresOf({ sent, failed }: OverviewState['lastDay']): Verdict[] {
  const { failures } = verdictLimits;
  const count = Math.max(sent, failed);
  if (count < failures.from || failed / count < failures.look) return [];
  const level = failed / count < failures.act ? look : act;
  const text = `${countOf(failed, 'voucher')} failed in the last 24 hours; ${formatCount(sent)} ${sent === 1 ? 'was' : 'were'} sent.`;
  return [{ ...level(text, 'Fix the cause, then send again.', 'deliveries'), count: failed }];
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
  return [
    {
      ...level(text, 'See which are waiting and which failed, and why.', 'deliveries'),
      count: vouchers,
    },
  ];
}

function stockOf({ amount, free, owed, daysLeft, runsOutOn }: AmountState): Verdict[] {
  const load = `Load voucher codes of ₹${amount}.`;
  if (owed > free) {
    const wait = owed === 1 ? '1 winner is waiting' : `${formatCount(owed)} winners are waiting`;
    const text = `${wait} for a voucher code of ₹${amount}; ${formatCount(free)} in stock.`;
    return [{ ...act(text, load, 'deliveries'), count: owed }];
  }
  if (daysLeft === null || runsOutOn === null || daysLeft >= stockAlarm.warnDays) return [];
  const level = daysLeft < stockAlarm.errorDays ? act : look;
  if (daysLeft === 0) {
    return [act(`The voucher codes of ₹${amount} run out within a day.`, load, 'deliveries')];
  }
  const days = daysLeft === 1 ? '1 more day' : `${daysLeft} more days`;
  return [
    level(
      `The voucher codes of ₹${amount} last for ${days}, until ${shownDay(runsOutOn)}.`,
      load,
      'deliveries',
    ),
  ];
}

function budgetOf({ phase, budget }: OverviewState): Verdict[] {
  const { remaining, forecast, today, lastDay } = budget;
  if (phase !== 'open') return [];
  const todo = 'Add to the budget, or end the campaign earlier.';
  if (remaining <= 0 && today < lastDay) return [act('The budget is used up.', todo, 'campaign')];
  if (forecast === null) return [];
  const { earliest, likely, latest } = forecast;
  if (likely >= lastDay) return [];
  return [
    look(
      `The budget is likely to be used up on ${shownDay(likely)} (between ${shownDay(earliest)} and ${shownDay(latest)}), before the last day, ${shownDay(lastDay)}.`,
      todo,
      'campaign',
    ),
  ];
}

function conversionOf(
  { codes, verified }: OverviewState,
  prices: SendBudget['conversionPrices'],
): Verdict[] {
  const reached = prices.filter(({ from, share }) => codes >= from && verified < codes * share);
  if (reached.length === 0) return [];
  const level = reached.length > 1 ? act : look;
  return [
    level(
      `Only ${formatCount(verified)} of the last ${formatCount(codes)} OTPs ${verified === 1 ? 'was' : 'were'} used: somebody may be requesting them to run up the SMS bill.`,
      'See "A flood of codes" in docs/run/deliveries.md.',
      'review',
    ),
  ];
}

/** "9 Jun 2025" */
const shownDay = (day: string) => indianDate(dayStart(day));
const formatCount = (value: number) => value.toLocaleString('en-IN');

function spellSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = seconds / 60;
  if (minutes < 120) return `${Math.floor(minutes)} minutes`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`;
}
