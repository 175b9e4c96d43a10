// What the figures of stock and delivery mean. Days are `YYYY-MM-DD`.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import {
  countOf,
  dayOf,
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
  /** `none`: neither good nor bad, such as what lasts long, but not to the end. */
  level: AgeRow['level'] | 'none';
  /** How long it lasts. */
  text: string;
  /** When to order more, or what is left over; empty: nothing to say. */
  hint: string;
};

/** How long the free codes of an amount last, projected to the programme's last day. */
export function outlookOf(amount: AmountStock, stock: Stock): Outlook {
  const { free, owed, perDay, daysLeft, lastsUntil } = amount;
  const { at, lastDay, days } = stock;
  const today = startOfDay(dayOf(at));
  const end = Math.round((startOfDay(lastDay) - today) / dayMs) + 1;
  const start = Math.max(0, free - owed);
  if (owed > free) {
    const hint = `Load at least ${countOf(owed - free, 'code')}.`;
    return { level: 'act', text: 'Used up', hint };
  }
  if (dayOf(at) > lastDay) return { level: 'well', text: 'The programme has ended', hint: '' };
  if (free === 0) {
    const [level, hint] =
      perDay > 0 ? (['act', 'Order more now.'] as const) : (['look', 'No demand yet.'] as const);
    return { level, text: 'None in stock', hint };
  }
  if (daysLeft === null || lastsUntil === null) {
    return { level: 'well', text: 'No demand yet', hint: '' };
  }
  const rest = start - perDay * end;
  if (rest >= 0 || lastsUntil > lastDay) {
    const hint =
      rest > 0 ? `About ${countOf(rest, 'code')} left over on ${formatDay(lastDay)}.` : '';
    return { level: 'well', text: 'Lasts to the last day', hint };
  }
  const level = daysLeft < days.error ? 'act' : daysLeft < days.warning ? 'look' : 'none';
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
