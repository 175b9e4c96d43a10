// Vouchers owed to winners: resending, and settling by hand.
import { resendsMax } from '../messages/delivery-limits.rules.ts';
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { onlyRow } from '../database/read-only.ts';
import { longStatement, transaction, type Database } from '../database/database.ts';
import { notifyDue } from '../messages/outbox.sql.ts';
import type { MessageState } from '../messages/messages.sql.ts';

/** One message, or all that failed or lack a receipt for one reason. */
export type Chosen = { message: string } | { reason: string };

export type VoucherMessageFacts = {
  state: MessageState;
  kind: 'otp' | 'voucher';
  resends: number;
  isErased: boolean;
  /** If it prevents sending. */
  hold: 'held' | 'refused' | null;
};

export async function readMessageFacts(
  database: Database,
  campaign: string,
  message: string,
): Promise<VoucherMessageFacts | undefined> {
  const { rows } = await database.query<VoucherMessageFacts>(
    `select message.state, kind, resends, person.pseudonym is null as "isErased",
       hold.state as hold
     from inaam.message
     left join inaam.personal_data as person using (campaign, pseudonym)
     left join inaam.voucher_hold as hold
       on hold.campaign = $1 and hold.pseudonym = message.pseudonym and hold.state <> 'released'
     where message.campaign = $1 and id = $2`,
    [campaign, message],
  );
  return rows[0];
}

/**
 * `$1` is the campaign, `$2` the message or the reason; each has its own index. A sent voucher has
 * a reason only if no receipt came; without a reason it is chosen by its id.
 */
const resendable = (chosen: Chosen) => `
  select message.id,
    exists (
      select from inaam.voucher
      where voucher.campaign = $1 and voucher.pseudonym = message.pseudonym
        and voucher.is_bonus = message.is_bonus) as has_code
  from inaam.message
  join inaam.personal_data using (campaign, pseudonym)
  where message.campaign = $1 and message.kind = 'voucher' and resends < ${resendsMax}
    and ${
      'message' in chosen
        ? `id = $2::uuid and state in ('failed', 'sent', 'delivered')`
        : `state in ('failed', 'sent') and reason = $2::text`
    }`;

const valuesOf = (campaign: string, chosen: Chosen) => [
  campaign,
  'message' in chosen ? chosen.message : chosen.reason,
];

/** @param most stops counting here; omitted: counts all */
export async function countResendable(
  database: Database,
  campaign: string,
  chosen: Chosen,
  max?: number,
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) as count from (${resendable(chosen)} limit $3) as resendable`,
    [...valuesOf(campaign, chosen), max ?? null],
  );
  return Number(rows[0]?.count);
}

/**
 * Failed for the reason, but not sent again.
 * @param max looks at no more than the oldest of them; `isAll`: there are no more
 */
export async function countLeftOut(
  database: Database,
  campaign: string,
  reason: string,
  max: number,
): Promise<{ tooOften: number; erased: number; isAll: boolean }> {
  const isErased = 'person.pseudonym is null';
  const found = await database.query<{ tooOften: number; erased: number; isAll: boolean }>(
    `with oldest as materialized (
       select campaign, pseudonym, resends from inaam.message
       where campaign = $1 and kind = 'voucher' and state in ('failed', 'sent') and reason = $2
       order by owed_at limit $3)
     select count(*) filter (where resends >= ${resendsMax} and not ${isErased})::integer as "tooOften",
       count(*) filter (where ${isErased})::integer as erased, count(*) < $3 as "isAll"
     from oldest left join inaam.personal_data as person using (campaign, pseudonym)`,
    [campaign, reason, max],
  );
  return onlyRow(found);
}

const resendMs = 20_000;

/**
 * Makes the chosen vouchers owed again, oldest first. Each keeps its code and number, but for the
 * provider its next SMS is a new one.
 * @param most maximum number
 * @returns how many
 */
export function resendVouchers(
  database: Database,
  campaign: string,
  chosen: Chosen,
  { max, now, auditOf }: { max: number; now: number; auditOf: (count: number) => Audit },
): Promise<number> {
  return transaction(database, async (connection) => {
    await connection.query(`set local statement_timeout = '${resendMs}ms'`);
    const { rows } = await connection.query<{ id: string }>(
      longStatement(
        `with chosen as materialized (
         ${resendable(chosen)} order by owed_at, message.id limit $3 for update of message skip locked),
       logged as (
         insert into inaam.delivery (message_id, at, outcome) select id, $4, 'resent' from chosen),
       owed as (
         update inaam.message set state = case when has_code then 'assigned' else 'owed' end,
           resends = resends + 1, sent_at = null, ended_at = null, provider_reference = null,
           path = null, reason = null, due_at = now(), attempts = 0
         from chosen where message.id = chosen.id
         returning message.id)
       select owed.id, woken from owed cross join (select ${notifyDue('voucher')} as woken) as notified`,
        [...valuesOf(campaign, chosen), max, new Date(now)],
        resendMs,
      ),
    );
    if (rows.length > 0) await recordAudit(connection, auditOf(rows.length));
    return rows.length;
  });
}

type Settlement = {
  message: string;
  /** Wall time, ms. */
  now: number;
  audit: Audit;
};

/** Closes a voucher that failed or did not arrive. @returns whether it was open */
export function settleVoucher(
  database: Database,
  campaign: string,
  { message, now, audit }: Settlement,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `update inaam.message set state = 'settled', ended_at = $3, reason = 'settled by hand'
       where campaign = $1 and id = $2 and kind = 'voucher' and state in ('failed', 'sent')`,
      [campaign, message, new Date(now)],
    );
    if (rowCount !== 1) return false;
    await recordAudit(connection, audit);
    return true;
  });
}
