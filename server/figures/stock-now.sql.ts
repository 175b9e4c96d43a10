// The stock from the rollups, and the rest of the newest batches, by an index.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { forecastStock, stockMoment, type Demand } from '../vouchers/voucher-validity.rules.ts';
import { ms, type Queryable } from '../database/database.ts';
import { granted } from './rare-parts.sql.ts';
import { dayMs, hourMs } from '../platform/period.rules.ts';

/**
 * Of each amount (whole rupees) of the campaign, in ascending order: what is there, what is owed,
 * and for how long it lasts.
 * @param now wall time, ms; `aheadMs`: of the campaign's clock
 */
export async function readAmounts(
  connection: Queryable,
  { id, sms }: Pick<ServerCampaign, 'id' | 'sms'>,
  { wall, aheadMs }: { wall: number; aheadMs: number },
) {
  const stock = await readStock(connection, id, stockMoment(wall + aheadMs));
  const demands = await readDemand(connection, id, wall);
  const amounts = new Set([
    ...Object.keys(sms.vouchers).map(Number),
    ...[...stock, ...demands].map(({ amount }) => amount),
  ]);
  return [...amounts]
    .toSorted((one, other) => one - other)
    .map((amount) => {
      const isIt = (one: { amount: number }) => one.amount === amount;
      const found = stock.find(isIt) ?? { ...nothing, amount };
      const demand = demands.find(isIt) ?? { lastDay: 0, lastWeek: 0, firstAt: undefined };
      return { ...found, ...forecastStock(found, demand, wall) };
    });
}

/**
 * Codes that nobody has, `expiring` of the free. Vouchers that wait to be sent, `owed` of them
 * without a code.
 */
type Stock = Record<'free' | 'expiring' | 'expired' | 'waiting' | 'owed', number>;
const nothing: Stock = { free: 0, expiring: 0, expired: 0, waiting: 0, owed: 0 };

/** @param moment `YYYY-MM-DD`: how long a code must be valid to be assigned now, and in 30 days */
async function readStock(
  connection: Queryable,
  campaign: string,
  { promisedUntil, promisedLater }: { promisedUntil: string; promisedLater: string },
): Promise<(Stock & { amount: number })[]> {
  const { rows } = await connection.query<Stock & { amount: number }>(
    `select amount,
       coalesce(sum(count) filter (where expires_on >= $2), 0)::float8 as free,
       coalesce(sum(count) filter (where expires_on >= $2 and expires_on < $3), 0)::float8 as expiring,
       coalesce(sum(count) filter (where expires_on < $2), 0)::float8 as expired,
       coalesce(sum(count) filter (where figure = 'waiting'), 0)::float8 as waiting,
       coalesce(sum(count) filter (where figure = 'waiting' and label = 'owed'), 0)::float8 as owed
     from inaam.rollup cross join lateral (
       select case figure when 'free' then label::date end as expires_on) as code
     where campaign = $1 and start = '1970-01-01T00:00:00+05:30' and label <> ''
       and figure in ('free', 'waiting')
     group by amount`,
    [campaign, promisedUntil, promisedLater],
  );
  return rows;
}

/** Of the whole campaign, by amount; times in ms. */
async function readDemand(
  connection: Queryable,
  campaign: string,
  now: number,
): Promise<(Demand & { amount: number })[]> {
  const { rows } = await connection.query<Demand & { amount: number }>(
    `select amount, ${ms('min(start)')} as "firstAt",
       coalesce(sum(count) filter (where start > $2), 0)::float8 as "lastDay",
       coalesce(sum(count) filter (where start > $3), 0)::float8 as "lastWeek"
     from inaam.rollup
     where campaign = $1 and figure in ${granted} and label = '' group by amount`,
    // An hour is in it while any of it is.
    [campaign, new Date(now - dayMs - hourMs), new Date(now - 7 * dayMs - hourMs)],
  );
  return rows;
}

/** Times in ms; `left` is counted up to the requested limit. */
export type BatchNow = {
  number: number;
  loadedAt: number;
  loadedBy: string | null;
  codes: number;
  left: number;
  /** `YYYY-MM-DD` */
  expiresFrom: string | null;
  withdrawnAt: number | null;
  withdrawnBy: string | null;
};

/** Who did it: the row of the audit log has the same time. `$1` is the campaign. */
const whoDid = (what: 'load' | 'withdraw', at: string) => `(
  select operator from inaam.audit
  where audit.campaign = $1 and audit.at = ${at} and details ->> 'batch' = batch.number::text
    and command in ('vouchers ${what}', 'console vouchers ${what}') limit 1)`;

/** Newest first. @param leftMax maximum number of codes counted per batch */
export async function readNewestBatches(
  connection: Queryable,
  campaign: string,
  { max, leftMax }: { max: number; leftMax: number },
): Promise<BatchNow[]> {
  const { rows } = await connection.query<BatchNow>(
    `select number::float8, ${ms('loaded_at')} as "loadedAt", codes,
       ${ms('withdrawn_at')} as "withdrawnAt", rest.left,
       nullif(rest.expires_from, 'infinity')::text as "expiresFrom",
       ${whoDid('load', 'batch.loaded_at')} as "loadedBy",
       ${whoDid('withdraw', 'batch.withdrawn_at')} as "withdrawnBy"
     from (
       select * from inaam.voucher_batch where campaign = $1 order by number desc limit $2) as batch
     cross join lateral (
       select count(*)::integer as left, min(expires_on) as expires_from
       from (
         select expires_on from inaam.voucher
         where voucher.batch = batch.number and pseudonym is null and withdrawn_at is null
         order by expires_on limit $3) as code) as rest
     order by batch.number desc`,
    [campaign, max, leftMax],
  );
  return rows;
}
