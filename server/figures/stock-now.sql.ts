// The stock from the rollups, and the rest of the newest batches, by an index.
import type { Demand } from '../vouchers/voucher-validity.rules.ts';
import type { StockMoment } from '../vouchers/stock-report.sql.ts';
import type { Connection } from '../database/database.ts';
import { readDemand, readStockNow } from './today-figures.sql.ts';

type Reader = Pick<Connection, 'query'>;

/** Unassigned codes; `expiring` is part of `free`. `amount` in whole rupees. */
type AmountCodes = { amount: number; free: number; expiring: number; expired: number };

/** @param moment `YYYY-MM-DD`: how long a code must be valid to be assigned now, and in 30 days */
async function readFreeCodes(
  connection: Reader,
  campaign: string,
  { promisedUntil, promisedLater }: { promisedUntil: string; promisedLater: string },
): Promise<AmountCodes[]> {
  const { rows } = await connection.query<
    Record<'free' | 'expiring' | 'expired', string | null> & { amount: number }
  >(
    `select amount,
       sum(count) filter (where label::date >= $2) as free,
       sum(count) filter (where label::date >= $2 and label::date < $3) as expiring,
       sum(count) filter (where label::date < $2) as expired
     from inaam.rollup
     where campaign = $1 and start = '1970-01-01T00:00:00+05:30' and figure = 'free' and label <> ''
     group by amount order by amount`,
    [campaign, promisedUntil, promisedLater],
  );
  return rows.map(({ amount, free, expiring, expired }) => ({
    amount,
    free: Number(free),
    expiring: Number(expiring),
    expired: Number(expired),
  }));
}

/** Whole rupees; `owed`: rewards that wait for a code. */
export type StockOfAmount = AmountCodes & Demand & { owed: number };

/** By ascending amount, without amounts that have nothing. */
export async function readStockByAmount(
  connection: Reader,
  campaign: string,
  moment: StockMoment,
): Promise<StockOfAmount[]> {
  const free = await readFreeCodes(connection, campaign, moment);
  const debts = await readStockNow(connection, campaign, moment.promisedUntil);
  const demands = await readDemand(connection, campaign, moment.now);
  const amounts = new Set([...free, ...debts, ...demands].map(({ amount }) => amount));
  return [...amounts]
    .toSorted((one, other) => one - other)
    .map((amount) => {
      const isIt = (one: { amount: number }) => one.amount === amount;
      return {
        ...(free.find(isIt) ?? { free: 0, expiring: 0, expired: 0 }),
        ...(demands.find(isIt) ?? { lastDay: 0, lastWeek: 0, firstAt: undefined }),
        amount,
        owed: debts.find(isIt)?.owed ?? 0,
      };
    });
}

/** Times in ms; `left` is counted up to the requested limit. */
export type BatchNow = {
  number: number;
  loadedAt: number;
  codes: number;
  left: number;
  /** `YYYY-MM-DD` */
  expiresFrom: string | null;
  withdrawnAt: number | null;
};

/** Newest first. @param leftMax maximum number of codes counted per batch */
export async function readNewestBatches(
  connection: Reader,
  campaign: string,
  { max, leftMax }: { max: number; leftMax: number },
): Promise<BatchNow[]> {
  const { rows } = await connection.query<{
    number: string;
    loaded_at: Date;
    codes: number;
    left: string;
    expires_from: string | null;
    withdrawn_at: Date | null;
  }>(
    `select number, loaded_at, codes, withdrawn_at, rest.left,
       nullif(rest.expires_from, 'infinity')::text as expires_from
     from (
       select * from inaam.voucher_batch where campaign = $1 order by number desc limit $2) as batch
     cross join lateral (
       select count(*) as left, min(expires_on) as expires_from
       from (
         select expires_on from inaam.voucher
         where voucher.batch = batch.number and pseudonym is null and withdrawn_at is null
         order by expires_on limit $3) as code) as rest
     order by number desc`,
    [campaign, max, leftMax],
  );
  return rows.map((row) => ({
    number: Number(row.number),
    loadedAt: row.loaded_at.getTime(),
    codes: row.codes,
    left: Number(row.left),
    expiresFrom: row.expires_from,
    withdrawnAt: row.withdrawn_at?.getTime() ?? null,
  }));
}
