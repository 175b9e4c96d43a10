// Voucher codes of the tests: they begin with F and the amount, which the checker knows.
import { randomBytes } from 'node:crypto';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import type { ShopperServer } from '../../server/shopper/shopper.ts';

const loadedCodes = 1000;
const fewCodes = 700;

export const newVoucherCodes = (amount: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    code: `F${amount}-${randomBytes(5).toString('hex').toUpperCase()}-${place}`,
    amount,
  }));

/** The stock of a long run would be a large database before it begins. */
export async function refill({ database, campaign, keys }: ShopperServer): Promise<void> {
  const { rows } = await database.query<{ amount: number; free: number }>(
    `select amount, count(*)::integer as free from inaam.voucher
     where pseudonym is null group by amount`,
  );
  // An amount without a free code has no row.
  const free = new Map(rows.map((row) => [row.amount, row.free]));
  const codes = campaign.outcomes
    .filter(({ amount }) => (free.get(amount) ?? 0) < fewCodes)
    .flatMap(({ amount }) => newVoucherCodes(amount, loadedCodes));
  if (codes.length > 0) await loadVoucherCodes({ database, campaign, keys }, codes, Date.now());
}
