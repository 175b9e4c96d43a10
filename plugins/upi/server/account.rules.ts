// Whether the money for payments on UPI lasts, and what needs somebody.

export type Account = {
  amounts: number[];
  /** Rupees. */
  balance: number | null;
  /** ms */
  balanceAt: number | null;
  hookedAt: number | null;
  problem: string | null;
  open: number;
  paying: number;
  paid: number;
  voucher: number;
  /** Rupees that are held or under way. */
  waiting: number;
  /** Under way for a day. */
  late: number;
  review: number;
  excess: number;
  /** Wait for money. */
  low: number;
  /** Rupees owed in a day. */
  perDay: number;
};

/** How many days the balance lasts, after what waits; null: nothing is asked for. */
export function daysLeftOf({
  balance,
  waiting,
  perDay,
}: Pick<Account, 'balance' | 'waiting' | 'perDay'>): number | null {
  if (balance === null || (perDay <= 0 && waiting <= 0)) return null;
  const left = Math.max(0, balance - waiting);
  return perDay > 0 ? left / perDay : balance < waiting ? 0 : null;
}

type Kind = 'stock' | 'vouchersUnclear' | 'vouchersWaiting';
type Problem = { level: 'act' | 'look'; kind: Kind; text: string; todo: string };

const hourMs = 3_600_000;

/** The first that counts. `now`: wall time, ms. */
export function accountProblem(account: Account, now: number): Problem | undefined {
  const problemOf = (level: Problem['level']) => (kind: Kind, text: string, todo: string) =>
    ({ level, kind, text, todo }) satisfies Problem;
  const act = problemOf('act');
  const look = problemOf('look');
  const { excess, problem, balanceAt, low, late, review } = account;
  if (excess > 0) {
    return act(
      'vouchersUnclear',
      `Rewards that were given twice, by a late payment: ${excess}.`,
      'Ask the provider about each, and claim the money back.',
    );
  }
  if (problem !== null)
    return act('vouchersWaiting', `Nothing is paid on UPI: ${problem}`, 'Check the account.');
  if (balanceAt === null || now - balanceAt > hourMs) {
    return act('vouchersWaiting', 'The UPI balance was not read for an hour.', 'Check `deliver`.');
  }
  const days = daysLeftOf(account);
  if (low > 0 || (days !== null && days < 1)) {
    return act('stock', 'The balance for UPI lasts for less than a day.', 'Add to it now.');
  }
  if (late > 0) {
    return act(
      'vouchersUnclear',
      `Payments on UPI that have been under way for a day: ${late}.`,
      'Ask the provider about each. No voucher is sent before it has answered.',
    );
  }
  if (days !== null && days < 3) {
    return look('stock', 'The balance for UPI lasts for less than three days.', 'Add to it.');
  }
  if (review > 0) {
    return look(
      'vouchersWaiting',
      `Rewards for a UPI id that many numbers have: ${review}.`,
      'Decide on each.',
    );
  }
  return undefined;
}
