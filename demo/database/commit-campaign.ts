import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { commitmentOf, type CommittedSecrets } from '@inaam/server/draw/campaign-commitment.ts';
import { type Database, openDatabase } from '@inaam/server/database/database.ts';
import { commitDraw } from '@inaam/server/draw/commitments.sql.ts';
import { print } from '../console.ts';
import { useOwnClock } from './demonstration.sql.ts';
import { randomBytes } from 'node:crypto';
import { repeat } from '@inaam/server/platform/timing.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import type { VoucherKeys } from '@inaam/server/vouchers/seal-voucher.ts';
import { readStockAtHand } from '@inaam/server/vouchers/stock-at-hand.sql.ts';
import type { Clocks } from '@inaam/server/database/clocks.ts';

/**
 * Commits to the draw. In production an operator does this before the campaign starts.
 * @param at ms
 */
export async function commitCampaign(
  database: Database,
  campaign: ServerCampaign,
  secrets: CommittedSecrets,
  at: number,
): Promise<ServerCampaign> {
  const operator = { by: 'demo', reason: 'the first start of the demonstration', at };
  const { kind, stored } = await commitDraw(database, commitmentOf(campaign, secrets), operator);
  await useOwnClock(database, campaign.id);
  if (kind === 'committed') print(`Commitment of the draw: ${stored.hash}`);
  return withCommitment(campaign, stored.hash);
}

export type RolePools = ReturnType<typeof openAsRoles>;

/** Each part acts in its production role. */
export function openAsRoles(url: string) {
  const database = openDatabase(url, 16, 'keyLookups', 'inaam_serve');
  const deliveries = openDatabase(url, 16, 'keyLookups', 'inaam_deliver');
  const loader = openDatabase(url, 2, 'general', 'inaam_operator');
  const end = async () => {
    await Promise.all([database.end(), deliveries.end(), loader.end()]);
  };
  return { database, deliveries, loader, end };
}

// The demo's stock of worthless voucher codes. In production an operator loads the issuer's codes.

export type StockOptions = {
  database: Database;
  campaign: Pick<ServerCampaign, 'id' | 'outcomes' | 'fixed' | 'draw' | 'sms'>;
  keys: VoucherKeys;
  clocks: Clocks;
};

/** Codes per amount: restocked to `full` when below `low`. */
export type StockLevel = { full: number; low: number };

const level: StockLevel = { full: 500, low: 250 };
const restockMs = 30_000;

/** @returns how many codes were loaded */
export async function stockDemoVouchers(
  options: StockOptions,
  { full, low }: StockLevel = level,
): Promise<number> {
  const { database, campaign, clocks } = options;
  const stock = new Map(
    (await readStockAtHand(database, campaign, clocks)).map((row) => [
      row.amount,
      row.free - row.owed,
    ]),
  );
  const codes = amountsOf(campaign).flatMap((amount) => {
    const free = stock.get(amount) ?? 0;
    const missing = free < low ? full - free : 0;
    return Array.from({ length: missing }, () => ({ code: demoCode(amount), amount }));
  });
  if (codes.length > 0) await loadVoucherCodes(options, codes, clocks.wall());
  return codes.length;
}

/**
 * Restocks whenever the stock is low. Rejects if the first round fails; `onError` gets later
 * errors.
 */
export async function keepVouchersStocked(
  options: StockOptions,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  await stockDemoVouchers(options);
  const round = async () => {
    await stockDemoVouchers(options);
  };
  return repeat(restockMs, round, onError);
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

/** Crockford's base 32. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of 60 random bits, such as `INM3-7K2M-Q0ZV-4D8T`. */
export function demoCode(amount: number): string {
  const random = Array.from(randomBytes(12), (byte) => letters[byte % letters.length] ?? '');
  const groups = [0, 4, 8].map((at) => random.slice(at, at + 4).join(''));
  return [`INM${amount}`, ...groups].join('-');
}
