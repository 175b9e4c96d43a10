// Vouchers owed to winners. Each statement reads a bounded part of an index: failures have an index
// by reason (`message_by_reason`), and waiting vouchers are counted up to a limit.
import { dueBefore } from '../participants/retention.rules.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { ms, type Queryable } from '../database/database.ts';
import { isForPerson } from '../messages/failure-reasons.rules.ts';
import { noReceipt } from '../messages/sms-receipts.sql.ts';
import { otherLabel } from './rare-parts.sql.ts';

type Answer = AnswerOf<'readDeliveries'>;

const isVoucher = `campaign = $1 and kind = 'voucher'`;
const waits = `${isVoucher} and state in ('owed', 'assigned')`;
/**
 * Excludes erased people, to whom nothing is owed. Messages older than the retention period are
 * skipped, because none of them would match. `$4`: see `personsSince`.
 */
const failed = `${isVoucher} and state = 'failed' and owed_at > $4 and exists (
  select from inaam.personal_data as person
  where person.campaign = $1 and person.pseudonym = message.pseudonym)`;

/** Data of people verified earlier is no longer stored. @param now wall time, ms */
const personsSince = (now: number) => new Date(dueBefore('personalData', now));

/**
 * Oldest first; `isAll`: no more than the limit were there.
 * @param now wall time, ms. @param max of each kind, the oldest
 */
export async function readDebtsByDay(
  connection: Queryable,
  campaign: string,
  { now, max }: { now: number; max: number },
): Promise<{ days: Answer['debts']; isAll: boolean }> {
  const { rows: days } = await connection.query<Answer['debts'][number]>(
    `with waiting as materialized (
       select owed_at, case when exists (
           select from inaam.voucher_hold as hold
           where hold.campaign = $1 and hold.pseudonym = message.pseudonym and hold.state <> 'released')
         then 'held' else 'waiting' end as kind
       from inaam.message where ${waits} order by owed_at limit $3),
     failed as materialized (
       select owed_at, 'failed' as kind from inaam.message where ${failed} order by owed_at limit $3)
     select greatest(0, floor(extract(epoch from $2::timestamptz - owed_at) / 86400))::integer as days,
       count(*) filter (where kind = 'waiting')::integer as waiting,
       count(*) filter (where kind = 'held')::integer as held,
       count(*) filter (where kind = 'failed')::integer as failed
     from (select * from waiting union all select * from failed) as debt
     group by 1 order by 1 desc`,
    [campaign, new Date(now), max + 1, personsSince(now)],
  );
  const sumOf = (kind: 'waiting' | 'held' | 'failed') =>
    days.reduce((sum, one) => sum + one[kind], 0);
  return { days, isAll: sumOf('waiting') + sumOf('held') <= max && sumOf('failed') <= max };
}

/**
 * Vouchers that wait for a person, because no answer of a path was clear or `deliver` refused them,
 * by reason.
 * @param max looks at so many failed vouchers, the newest
 */
export async function readUnclear(
  connection: Queryable,
  campaign: string,
  { now, max }: { now: number; max: number },
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await connection.query<{ reason: string; count: number }>(
    `select reason, count(*)::integer as count from (
       select reason from inaam.message where ${failed} order by owed_at desc limit $2) as newest
     where reason ~ $3 group by reason order by count desc, reason`,
    [campaign, max, isForPerson.source, personsSince(now)],
  );
  return rows;
}

type Limits = { reasonsMax: number; countMax: number };

/**
 * Most frequent first. Considers the most frequent reasons in the figures, the reason of a missing
 * receipt, which has no figure, and the first reasons in alphabetical order, found by skipping
 * through the index: a recent failure may not be in the figures yet.
 */
export async function readReasons(
  connection: Queryable,
  campaign: string,
  { reasonsMax, countMax }: Limits,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await connection.query<{ reason: string; count: number }>(
    `with recursive next_to as (
       (select reason, 1 as place from inaam.message where ${hasReason} order by reason limit 1)
       union all
       select following.reason, place + 1
       from next_to cross join lateral (
         select message.reason from inaam.message
         where ${hasReason} and message.reason > next_to.reason
         order by message.reason limit 1) as following
       where place < $2),
     frequent as (
       select label from inaam.rollup
       where campaign = $1 and figure = 'failed' and label not in ('', '(none)', '${otherLabel}')
       group by label order by sum(count) desc limit $2),
     chosen as materialized (
       select reason from next_to
       union select '${noReceipt}'
       -- A figure has only the first characters of a reason.
       union select found.reason from frequent cross join lateral (
         select message.reason from inaam.message
         where ${hasReason} and message.reason >= frequent.label
         order by message.reason limit 1) as found
       where starts_with(found.reason, frequent.label))
     select reason, counted.count
     from chosen cross join lateral (
       select count(*)::integer as count from (
         select from inaam.message where ${hasReason} and message.reason = chosen.reason
         limit $3) as one) as counted
     where counted.count > 0
     order by counted.count desc, reason limit $2`,
    [campaign, reasonsMax, countMax],
  );
  return rows;
}

const hasReason = `${isVoucher} and state in ('failed', 'sent') and message.reason is not null`;

/** Times in ms, amount in whole rupees, the pseudonym as in the ledger. */
export type DebtExample = {
  message: string;
  pseudonym: string;
  amount: number;
  state: string;
  owedAt: number;
  reason: string | null;
  sends: number;
  resends: number;
};

const columns = 'id, pseudonym, voucher_amount, state, owed_at, reason, tries, resends';

/** Oldest first. @param before wall time, ms */
export async function readOldestDebts(
  connection: Queryable,
  campaign: string,
  { before, max }: { before: number; max: number },
): Promise<DebtExample[]> {
  return examplesOf(
    connection,
    {
      chosen: `(select ${columns} from inaam.message where ${waits} and owed_at <= $2 order by owed_at limit $3)
        union all
        (select ${columns} from inaam.message where ${failed} and owed_at <= $2 order by owed_at limit $3)
        order by owed_at, id limit $3`,
      order: 'asc',
    },
    [campaign, new Date(before), max, personsSince(before)],
  );
}

/** Newest failures first; for a reason, also those without a receipt. */
export async function readNewestFailed(
  connection: Queryable,
  campaign: string,
  { reason, max }: { reason: string | undefined; max: number },
): Promise<DebtExample[]> {
  const failures = reason === undefined ? `${isVoucher} and state = 'failed'` : hasReason;
  return examplesOf(
    connection,
    {
      chosen: `select ${columns} from inaam.message
        where ${failures} ${reason === undefined ? '' : 'and message.reason = $3'}
        order by owed_at desc limit $2`,
      order: 'desc',
    },
    reason === undefined ? [campaign, max] : [campaign, max, reason],
  );
}

async function examplesOf(
  connection: Queryable,
  { chosen, order }: { chosen: string; order: 'asc' | 'desc' },
  values: unknown[],
): Promise<DebtExample[]> {
  const { rows } = await connection.query<DebtExample>(
    `with chosen as materialized (${chosen})
     select id as message, encode(pseudonym, 'hex') as pseudonym, voucher_amount as amount, state,
       ${ms('owed_at')} as "owedAt", reason, tries as sends, resends
     from chosen order by owed_at ${order}, id`,
    values,
  );
  return rows;
}
