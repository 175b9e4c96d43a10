// What is wrong with stock and delivery, and what the figures mean. Days are `YYYY-MM-DD`.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import {
  countOf,
  dayOf,
  formatCount,
  formatDay,
  formatDecimal,
  formatRupees,
  startOfDay,
} from '../../ui/format.ts';

export type Stock = AnswerOf<'readStock'>;
export type AmountStock = Stock['amounts'][number];
export type Batch = Stock['batches'][number];
export type Deliveries = AnswerOf<'readDeliveries'>;
export type Reason = Deliveries['reasons'][number];
export type Examples = AnswerOf<'readDebtExamples'>;

export type Action =
  | { kind: 'load' }
  | { kind: 'decide' }
  | { kind: 'late' }
  | { kind: 'reasons' }
  | { kind: 'resend'; reason: string; rupees: number | undefined }
  | { kind: 'settle'; reason: string };

export type Problem = { level: 'act' | 'look'; text: string; action: Action };

/** Further reasons are in their own list. */
const reasonsMax = 3;

/** The worst first; none: all is well. */
export function problemsOf(stock: Stock, deliveries: Deliveries): Problem[] {
  const found = [
    ...lateProblem(deliveries),
    ...stock.amounts.flatMap((amount) => amountProblem(amount, stock)),
    ...emptyProblem(stock),
    ...deliveries.reasons
      .filter(({ cause }) => cause !== 'erased')
      .slice(0, reasonsMax)
      .map((reason) => reasonProblem(reason, deliveries.smsPaise)),
    ...heldProblem(deliveries),
  ];
  return [...found.filter(isUrgent), ...found.filter((one) => !isUrgent(one))];
}

const isUrgent = ({ level }: Problem) => level === 'act';
const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');

function lateProblem(deliveries: Deliveries): Problem[] {
  const { days, debts, countedMax } = deliveries;
  const count = owedFor(deliveries, days.warning);
  if (count === 0) return [];
  const broken = owedFor(deliveries, days.promised);
  const due = owedFor(deliveries, days.error) - broken;
  const level = broken + due > 0 ? 'act' : 'look';
  const oldest = Math.max(...debts.filter((one) => sumOf(one) > 0).map((one) => one.days));
  const promised = `${days.promised} days are promised`;
  const action = { kind: 'late' } as const;
  if (count === 1) {
    const rest =
      broken > 0
        ? `later than the promised ${days.promised}`
        : due > 0
          ? 'and must arrive within a day'
          : promised;
    const mark = due > 0 || broken > 0 ? ',' : ';';
    return [{ level, text: `1 voucher is owed for ${oldest} days${mark} ${rest}.`, action }];
  }
  const parts = [
    ...(broken > 0
      ? [`${formatCount(broken)} ${isOrAre(broken)} later than the promised ${days.promised} days`]
      : []),
    ...(due > 0 ? [`${formatCount(due)} must arrive within a day`] : []),
  ];
  const rest =
    parts.length === 0 ? `, the longest for ${oldest}; ${promised}` : `: ${parts.join(', ')}`;
  const many = `${countedMax === null ? '' : 'At least '}${formatCount(count)} vouchers`;
  return [{ level, text: `${many} are owed for ${days.warning} days or more${rest}.`, action }];
}

const sumOf = ({ waiting, held, failed }: Deliveries['debts'][number]) => waiting + held + failed;
const owedFor = ({ debts }: Deliveries, days: number) =>
  debts.filter((one) => one.days >= days).reduce((sum, one) => sum + sumOf(one), 0);

function amountProblem(amount: AmountStock, stock: Stock): Problem[] {
  const { free, owed, daysLeft, lastsUntil } = amount;
  const rupees = formatRupees(amount.amount);
  const action = { kind: 'load' } as const;
  if (owed > free) {
    const wait = `${countOf(owed, 'winner')} of ${rupees} ${owed === 1 ? 'waits' : 'wait'}`;
    const there = free === 0 ? 'none is free' : `only ${formatCount(free)} ${isOrAre(free)} free`;
    return [{ level: 'act', text: `${wait} for a code, and ${there}.`, action }];
  }
  if (isOver(stock) || free === 0 || daysLeft === null || lastsUntil === null) return [];
  if (daysLeft >= stock.days.warning || lastsUntil >= stock.lastDay) return [];
  const when =
    daysLeft === 0
      ? 'within a day'
      : `in ${countOf(daysLeft, 'day')}, on ${formatDay(lastsUntil)}, at the recent pace`;
  const level = daysLeft < stock.days.error ? 'act' : 'look';
  return [{ level, text: `${rupees} codes run out ${when}.`, action }];
}

/** Amounts of which nobody waits for a code, but the next winner would. */
function emptyProblem(stock: Stock): Problem[] {
  const empty = stock.amounts.filter(({ free, owed }) => free === 0 && owed === 0);
  if (empty.length === 0 || isOver(stock)) return [];
  const amounts = empty.map(({ amount }) => formatRupees(amount));
  const last = amounts.pop() ?? '';
  const all = amounts.length === 0 ? last : `${amounts.join(', ')} or ${last}`;
  return [
    {
      level: empty.some(({ perDay }) => perDay > 0) ? 'act' : 'look',
      text: `No ${all} code is free: the next winner would wait.`,
      action: { kind: 'load' },
    },
  ];
}

const isOver = ({ at, lastDay }: Stock) => dayOf(at) > lastDay;

function reasonProblem({ reason, count, isMore, cause }: Reason, paise: number | null): Problem {
  const vouchers = `${countOf(count, 'voucher')}${isMore ? ' or more' : ''}`;
  const level = cause === 'setup' && count >= urgentFrom ? 'act' : 'look';
  if (cause === 'dead') {
    const text = `${vouchers} failed: “${reason}”. No SMS can arrive there.`;
    return { level, text, action: { kind: 'settle', reason } };
  }
  const text =
    reason === 'no receipt'
      ? `${vouchers} ${count === 1 ? 'has' : 'have'} no receipt: it is not known whether ${count === 1 ? 'it' : 'they'} arrived.`
      : `${vouchers} failed: “${reason}”.`;
  if (cause === 'setup' || cause === 'unknown') return { level, text, action: { kind: 'reasons' } };
  const rupees = paise === null ? undefined : (Math.min(count, resendAtOnce) * paise) / 100;
  return { level, text, action: { kind: 'resend', reason, rupees } };
}

/** As many failures as make a verdict of Overview. */
const urgentFrom = 20;

/** How many vouchers are sent again at once. */
const resendAtOnce = 1000;

function heldProblem({ debts, countedMax }: Deliveries): Problem[] {
  const held = debts.reduce((sum, one) => sum + one.held, 0);
  if (held === 0) return [];
  const many = `${countedMax === null ? '' : 'At least '}${countOf(held, 'voucher')}`;
  const text = `${many} ${isOrAre(held)} held for review; the delivery promise still applies.`;
  return [{ level: 'look', text, action: { kind: 'decide' } }];
}

export const priceOf = (rupees: number): string =>
  rupees < 10 ? `₹${formatDecimal(rupees)}` : formatRupees(rupees);

export type AgeRow = {
  label: string;
  note: string;
  level: 'act' | 'look' | 'well';
} & Record<'waiting' | 'held' | 'failed', number>;

/** What is owed, by how late it is, the latest first; without rows that have nothing. */
export function ageRows({ days, debts }: Deliveries): AgeRow[] {
  const { warning, error, promised } = days;
  const rows = [
    { from: promised, until: Infinity, label: `${promised} days or more`, note: 'Too late' },
    { from: error, until: promised, label: daysFrom(error, promised), note: 'Due within a day' },
    { from: warning, until: error, label: daysFrom(warning, error), note: 'Delayed' },
    { from: 0, until: warning, label: `Under ${countOf(warning, 'day')}`, note: 'On time' },
  ].map(({ from, until, label, note }): AgeRow => {
    const some = debts.filter((one) => one.days >= from && one.days < until);
    const sum = (kind: 'waiting' | 'held' | 'failed') =>
      some.reduce((total, one) => total + one[kind], 0);
    const level = from >= error ? 'act' : from >= warning ? 'look' : 'well';
    return {
      label,
      note,
      level,
      waiting: sum('waiting'),
      held: sum('held'),
      failed: sum('failed'),
    };
  });
  return rows.filter(({ waiting, held, failed }) => waiting + held + failed > 0);
}

const daysFrom = (from: number, until: number) =>
  until - from === 1 ? countOf(from, 'day') : `${from} to ${until - 1} days`;

const dayMs = 86_400_000;

export type Outlook = {
  level: AgeRow['level'];
  /** How long it lasts. */
  text: string;
  /** When to order more, or what is left over; empty: nothing to say. */
  hint: string;
};

/** How long the free codes of an amount last, projected to the programme's last day. */
export function outlookOf(amount: AmountStock, stock: Stock): Outlook {
  const { free, owed, perDay, daysLeft, lastsUntil } = amount;
  const { at, lastDay, days } = stock;
  if (isOver(stock)) return { level: 'well', text: 'The programme has ended', hint: '' };
  const today = startOfDay(dayOf(at));
  const end = Math.round((startOfDay(lastDay) - today) / dayMs) + 1;
  const start = Math.max(0, free - owed);
  if (owed > free) {
    const hint = `Load at least ${countOf(owed - free, 'code')}.`;
    return { level: 'act', text: 'Used up', hint };
  }
  if (free === 0) {
    const [level, hint] =
      perDay > 0 ? (['act', 'Order more now.'] as const) : (['look', 'No demand yet.'] as const);
    return { level, text: 'None in stock', hint };
  }
  if (daysLeft === null || lastsUntil === null) {
    return { level: 'well', text: 'No demand yet', hint: '' };
  }
  const rest = start - perDay * end;
  if (rest >= 0) {
    const hint = `About ${countOf(rest, 'code')} left over on ${formatDay(lastDay)}.`;
    return { level: 'well', text: 'Lasts to the last day', hint };
  }
  const level = daysLeft < days.error ? 'act' : daysLeft < days.warning ? 'look' : 'well';
  const order = startOfDay(lastsUntil) - days.warning * dayMs;
  return {
    level,
    text:
      daysLeft === 0
        ? 'Lasts less than a day'
        : `Lasts ${countOf(daysLeft, 'day')}, to ${formatDay(lastsUntil)}`,
    hint: order <= today ? 'Order more now.' : `Order more by ${formatDay(dayOf(order))}.`,
  };
}
