// A statement of the provider beside what is stored here.

export type StatementLine = { key: string; amount: number; isPaid: boolean };
export type StoredPayout = { key: string; amount: number; state: string };

const columns = {
  key: ['transferid', 'referenceid', 'merchantreferenceid'],
  status: ['status', 'transferstatus', 'payoutstatus'],
  amount: ['amount', 'transferamount', 'payoutamount'],
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
const paidStates = new Set(['success', 'completed', 'processed', 'acknowledged', 'paid']);

/** @param names of the columns */
export function statementReader({ names }: { names: readonly string[] }) {
  const keys = names.map((name) => plain(name));
  const find = (of: keyof typeof columns) => keys.findIndex((name) => columns[of].includes(name));
  const [key, status, amount] = [find('key'), find('status'), find('amount')];
  if (key < 0 || status < 0 || amount < 0) {
    return { problem: 'it needs the columns transfer_id (or reference_id), status and amount' };
  }
  return {
    rowOf(cells: readonly string[]): StatementLine | { kind: string } {
      const rupees = (cells[amount] ?? '').replaceAll(/[₹,\s]/g, '');
      if (!/^\d+(\.\d+)?$/.test(rupees)) return { kind: 'has no amount' };
      const isPaid = paidStates.has(plain(cells[status] ?? ''));
      return { key: (cells[key] ?? '').trim(), amount: Number(rupees), isPaid };
    },
  };
}

export type Differences = {
  /** They paid it, and nobody here knows it. */
  unknown: StatementLine[];
  /** They paid it, and here it is not paid. */
  unpaid: StoredPayout[];
  /** Here it is paid, and they did not pay it. */
  unsent: StoredPayout[];
  /** Another amount, or paid more than once. */
  wrong: StatementLine[];
};

/** @param stored those of the statement, and all paid ones of its time */
export function compare(
  lines: readonly StatementLine[],
  stored: readonly StoredPayout[],
): Differences {
  const known = new Map(stored.map((payout) => [payout.key, payout]));
  const paid = lines.filter(({ isPaid }) => isPaid);
  const counts = Map.groupBy(paid, ({ key }) => key);
  const isPaidHere = ({ state }: StoredPayout) => state === 'paid';
  return {
    unknown: paid.filter(({ key }) => !known.has(key)),
    unpaid: stored.filter((payout) => counts.has(payout.key) && !isPaidHere(payout)),
    unsent: stored.filter((payout) => isPaidHere(payout) && !counts.has(payout.key)),
    wrong: [...counts.values()].flatMap(([first, ...more]) => {
      const payout = first && known.get(first.key);
      return first && payout && (more.length > 0 || payout.amount !== first.amount) ? [first] : [];
    }),
  };
}
