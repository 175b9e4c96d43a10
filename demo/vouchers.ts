// The demonstration's stock of vouchers: codes that look real and are worth nothing. Never part of production, where an
// operator loads the codes that the voucher's issuer made.
import { randomBytes } from 'node:crypto';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { repeat } from '@inaam/server/delivery/repeat.ts';
import { loadVoucherCodes } from '@inaam/server/operator/load-voucher-codes.ts';
import type { Keys } from '@inaam/server/keys/keys.ts';
import type { Database } from '@inaam/server/storage/database.ts';
import { countStock } from '@inaam/server/storage/voucher-queries.ts';

export type StockOptions = {
  database: Database;
  campaign: Pick<ServerCampaign, 'id' | 'outcomes' | 'fixed' | 'draw' | 'sms'>;
  keys: Pick<Keys, 'seal' | 'voucherIndex'>;
  clocks: { wall: () => number };
};

/** Codes of each amount that there should be, and below which the stock is filled up again. */
export type StockLevel = { full: number; low: number };

const level: StockLevel = { full: 2000, low: 1000 };
const lookAgainMs = 30_000;

/**
 * Sees that every amount that can be won has codes enough; on a full stock it does nothing.
 * @returns how many codes were loaded
 */
export async function stockDemoVouchers(
  door: StockOptions,
  { full, low }: StockLevel = level,
): Promise<number> {
  const { database, campaign, clocks } = door;
  const stock = new Map(
    (await countStock(database, campaign.id)).map((row) => [row.amount, row.free - row.owed]),
  );
  const codes = amountsOf(campaign).flatMap((amount) => {
    const free = stock.get(amount) ?? 0;
    const missing = free < low ? full - free : 0;
    return Array.from({ length: missing }, () => ({ code: demoCode(amount), amount }));
  });
  if (codes.length === 0) return 0;
  const loaded = await loadVoucherCodes(door, codes, clocks.wall());
  if (loaded.kind === 'loaded') return loaded.count;
  throw new Error(
    `Failed to stock the demonstration's vouchers: ${loaded.kind}. Start again: the codes are random.`,
  );
}

/**
 * Stocks now and whenever it has run low.
 * @param onFault gets what a later round failed by; the first one throws
 */
export async function keepVouchersStocked(
  door: StockOptions,
  onFault: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  await stockDemoVouchers(door);
  const round = async () => {
    await stockDemoVouchers(door);
  };
  return repeat(lookAgainMs, round, onFault);
}

function amountsOf({ outcomes, fixed, draw }: StockOptions['campaign']): number[] {
  const amounts = [
    ...outcomes.map(({ amount }) => amount),
    ...fixed.map(({ amount }) => amount),
    ...Object.keys(draw.deck.cards).map(Number),
    ...(draw.whenDeckEnds.kind === 'reserve' ? [draw.whenDeckEnds.amount] : []),
  ];
  return [...new Set(amounts)].toSorted((a, b) => a - b);
}

/** Digits and capitals without I, L, O and U, which people mistake or read words in (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of 60 random bits, such as `INM3-7K2M-Q0ZV-4D8T`. */
export function demoCode(amount: number): string {
  const random = Array.from(randomBytes(12), (byte) => letters[byte % letters.length] ?? '');
  const groups = [0, 4, 8].map((at) => random.slice(at, at + 4).join(''));
  return [`INM${amount}`, ...groups].join('-');
}
