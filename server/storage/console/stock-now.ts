// The stock from the rollups, and what is left of the newest batches, by an index.
import type { Connection } from '../database.ts';

type Reader = Pick<Connection, 'query'>;

/** Codes that nobody has; `expiring` of the free, whole rupees. */
export type AmountCodes = { amount: number; free: number; expiring: number; expired: number };

/** @param moment `YYYY-MM-DD`: until when a code must be valid to be given now, and in 30 days */
export async function readFreeCodes(
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

/** Times in ms; `left` is counted as far as is asked. */
export type BatchNow = {
  number: number;
  loadedAt: number;
  codes: number;
  left: number;
  /** `YYYY-MM-DD` */
  expiresFrom: string | null;
  withdrawnAt: number | null;
};

/** Newest first. @param leftMost how many codes of each are counted at most */
export async function readNewestBatches(
  connection: Reader,
  campaign: string,
  { most, leftMost }: { most: number; leftMost: number },
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
    [campaign, most, leftMost],
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
