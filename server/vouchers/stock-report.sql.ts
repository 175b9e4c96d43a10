// For the operator; counts whole tables.
import { ms } from '../database/columns.ts';
import {
  longStatement,
  transaction,
  type Connection,
  type Database,
} from '../database/database.ts';
import type { Demand } from './voucher-validity.rules.ts';
import { joinWholeTables } from '../database/read-only.ts';

export type StockReport = Demand & {
  /** Whole rupees. */
  amount: number;
  free: number;
  /** Free codes that will be too old to be assigned in 30 days. */
  expiring: number;
  /** Codes that are too old to be assigned. */
  expired: number;
  withdrawn: number;
  assigned: number;
  sent: number;
  owed: number;
};

/** `YYYY-MM-DD`: how long a code must be valid to be assigned now, and in 30 days; `now` in ms. */
export type StockMoment = { promisedUntil: string; promisedLater: string; now: number };

const dayMs = 86_400_000;
const limitMs = 60_000;

/** By ascending amount, without amounts that have nothing. */
export function readStockReport(
  database: Database,
  campaign: string,
  moment: StockMoment,
): Promise<StockReport[]> {
  return transaction(database, async (connection) => {
    await joinWholeTables(connection);
    await connection.query(`set local statement_timeout = ${limitMs}`);
    const codes = await readCodes(connection, campaign, moment);
    const demand = await readDemand(connection, campaign, moment.now);
    const amounts = [...new Set([...codes.keys(), ...demand.keys()])].toSorted((a, b) => a - b);
    return amounts.map((amount) => ({
      amount,
      ...(codes.get(amount) ?? { free: 0, expiring: 0, expired: 0, withdrawn: 0, assigned: 0 }),
      ...(demand.get(amount) ?? { sent: 0, owed: 0, lastDay: 0, lastWeek: 0, firstAt: undefined }),
    }));
  });
}

async function readCodes(
  connection: Connection,
  campaign: string,
  { promisedUntil, promisedLater }: StockMoment,
) {
  const { rows } = await connection.query<
    Record<'amount' | 'free' | 'expiring' | 'expired' | 'withdrawn' | 'assigned', number>
  >(
    longStatement(
      `select amount,
       count(*) filter (where stocked and expires_on >= $2)::integer as free,
       count(*) filter (where stocked and expires_on >= $2 and expires_on < $3)::integer as expiring,
       count(*) filter (where stocked and expires_on < $2)::integer as expired,
       count(*) filter (where withdrawn_at is not null)::integer as withdrawn,
       count(*) filter (where pseudonym is not null)::integer as assigned
     from inaam.voucher cross join lateral (
       select pseudonym is null and withdrawn_at is null as stocked) as state
     where campaign = $1 group by amount`,
      [campaign, promisedUntil, promisedLater],
      limitMs,
    ),
  );
  return new Map(rows.map(({ amount, ...counts }) => [amount, counts]));
}

async function readDemand(connection: Connection, campaign: string, now: number) {
  const { rows } = await connection.query<Demand & Record<'amount' | 'sent' | 'owed', number>>(
    longStatement(
      `select amount,
       count(*) filter (where state in ('sent', 'delivered'))::integer as sent,
       count(*) filter (where state = 'owed')::integer as owed,
       count(*) filter (where granted_at > $2)::integer as "lastDay",
       count(*) filter (where granted_at > $3)::integer as "lastWeek",
       ${ms('min(granted_at)')} as "firstAt"
     from inaam.reward
     left join inaam.message on message.campaign = reward.campaign
       and message.pseudonym = reward.pseudonym and message.kind = 'voucher'
     where reward.campaign = $1 group by amount`,
      [campaign, new Date(now - dayMs), new Date(now - 7 * dayMs)],
      limitMs,
    ),
  );
  return new Map(rows.map(({ amount, ...demand }) => [amount, demand]));
}
