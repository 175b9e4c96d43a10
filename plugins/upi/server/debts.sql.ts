// What `deliver` reads and writes. Whoever changes what becomes of a reward locks the message of
// its voucher first, then the debt: the end of a hold and the start of a payout wait for each
// other.
import {
  ms,
  transaction,
  type Connection,
  type Database,
} from '@inaam/server/database/database.ts';
import { notifyDue } from '@inaam/server/messages/outbox.sql.ts';
import type { BoundPurchase } from '@inaam/server/vouchers/take-vouchers.sql.ts';
import type { Verdict } from './debts.rules.ts';

export type DebtKey = { pseudonym: Buffer; isBonus: boolean };

export type DebtRow = DebtKey & {
  id: string;
  amount: number;
  state: string;
  why: string | null;
  until: number;
  attempts: number;
  isAllowed: boolean;
  message: string;
  isLeased: boolean;
  hold: string | null;
  isWithdrawn: boolean;
  check: 'checked' | 'unchecked' | 'setAside';
  mobileSealed: Buffer | null;
  mobileIndex: Buffer;
  claim: number;
  purchase: Buffer | null;
  purchaseSource: unknown;
  request: string | null;
  requestState: string | null;
  isConfirmed: boolean | null;
  isVoucher: boolean | null;
  idSealed: Buffer | null;
  idIndex: Buffer | null;
  nameSealed: Buffer | null;
  masked: string | null;
  numbers: number;
};

export const purchaseOf = ({ purchase, purchaseSource }: DebtRow): BoundPurchase | undefined =>
  purchase ? { id: purchase, source: purchaseSource } : undefined;

/** Hides them for so long from other processes. */
export const leaseMs = 20_000;

/** What was decided makes debts due at once. @returns due debts, which are leased */
export async function takeDebts(
  database: Database,
  campaign: string,
  { now, max }: { now: number; max: number },
): Promise<DebtKey[]> {
  await database.query(
    `with decided as (
       update inaam.upi_request set state = 'taken'
       where id = any (array(
         select id from inaam.upi_request
         where campaign = $1 and state = 'named' and (confirmed_at is not null or is_voucher)
         order by id limit $3 for update skip locked))
       returning pseudonym)
     update inaam.upi_debt set next_at = $2 from decided
     where campaign = $1 and upi_debt.pseudonym = decided.pseudonym and state = 'open'`,
    [campaign, new Date(now), max],
  );
  const { rows } = await database.query<DebtKey>(
    `update inaam.upi_debt set next_at = $4
     where campaign = $1 and message = any (array(
       select message from inaam.upi_debt
       where campaign = $1 and state = 'open' and next_at <= $2
       order by next_at limit $3 for update skip locked))
     returning pseudonym, is_bonus as "isBonus"`,
    [campaign, new Date(now), max, new Date(now + leaseMs)],
  );
  return rows;
}

const factsText = `
  select debt.message as id, debt.pseudonym, debt.is_bonus as "isBonus", debt.amount, debt.state,
    debt.why, ${ms('debt.until')} as until, debt.attempts, debt.is_allowed as "isAllowed",
    message.state as message, message.leased_until is not null as "isLeased", hold.state as hold,
    debt.is_withdrawn as "isWithdrawn",
    case when entry.number = any (checked.set_aside) then 'setAside'
      when entry.number is null or checked.stopped_at is not null or checked.entries <= entry.number
        then 'unchecked'
      else 'checked' end as check,
    person.mobile_sealed as "mobileSealed", participation.mobile_index as "mobileIndex",
    participation.claim, used.id as purchase, used.source as "purchaseSource",
    request.id as request, request.state as "requestState",
    request.confirmed_at is not null as "isConfirmed", request.is_voucher as "isVoucher",
    request.id_sealed as "idSealed", request.id_index as "idIndex",
    request.name_sealed as "nameSealed", request.masked,
    coalesce((
      select count(distinct other.mobile_index) from inaam.upi_payout as paid
      join inaam.participation as other using (campaign, pseudonym)
      where paid.campaign = $1 and paid.id_index = request.id_index
        and paid.state in ('sending', 'pending', 'paid')
        and other.mobile_index <> participation.mobile_index), 0)::integer as numbers
  from inaam.upi_debt as debt
  join inaam.message on message.id = debt.message
  join inaam.participation
    on participation.campaign = $1 and participation.pseudonym = debt.pseudonym
  left join inaam.voucher_hold as hold
    on hold.campaign = $1 and hold.pseudonym = debt.pseudonym
  left join inaam.personal_data as person
    on person.campaign = $1 and person.pseudonym = debt.pseudonym
  left join inaam.ledger as entry
    on entry.campaign = $1 and entry.pseudonym = debt.pseudonym
      and entry.kind = case when debt.is_bonus then 'bonus' else 'granted' end
  left join inaam.checked_ledger as checked on checked.campaign = $1
  left join lateral inaam.purchase_of($1, debt.pseudonym) as used on true
  left join lateral (
    select * from inaam.upi_request
    where campaign = $1 and upi_request.pseudonym = debt.pseudonym
    order by id desc limit 1) as request on true
  where debt.campaign = $1 and debt.pseudonym = $2 and debt.is_bonus = $3`;

export type Started = { key: string; id: string; name: string };

type Work = {
  /** @param isAsked the provider knows no payout of this debt */
  verdictOf: (debt: DebtRow) => Verdict;
  isAsked: boolean;
  startedOf: (debt: DebtRow) => Started;
  now: number;
};

export type Worked =
  | { kind: 'done'; verdict: Verdict['kind'] }
  | { kind: 'ask'; debt: DebtRow }
  | { kind: 'send'; started: Started; amount: number };

/** What is sent is committed before. */
export function workOn(
  database: Database,
  campaign: string,
  key: DebtKey,
  work: Work,
): Promise<Worked> {
  const { now, isAsked, startedOf, verdictOf } = work;
  return transaction(database, async (connection): Promise<Worked> => {
    const debt = await lockDebt(connection, campaign, key);
    if (!debt) return { kind: 'done', verdict: 'none' };
    const verdict = verdictOf(debt);
    const change = (state: string, at: number, why: string | null) =>
      connection.query(
        'update inaam.upi_debt set state = $2, next_at = $3, why = $4 where message = $1',
        [debt.id, state, new Date(at), why],
      );
    switch (verdict.kind) {
      case 'none':
        break;
      case 'end':
        await change('ended', now, 'settled otherwise');
        break;
      case 'wait':
        await change('open', verdict.at, verdict.why ?? debt.why);
        break;
      case 'forged':
        await refuseRequest(connection, debt.request);
        await change('open', debt.until, 'wrongId');
        break;
      case 'release':
        if (!isAsked) return { kind: 'ask', debt };
        await change('voucher', now, verdict.why);
        await makeDue(connection, campaign, debt.id);
        break;
      case 'pay': {
        const started = startedOf(debt);
        await insertPayout(connection, campaign, debt, started.key, now);
        return { kind: 'send', started, amount: debt.amount };
      }
    }
    return { kind: 'done', verdict: verdict.kind };
  });
}

export async function lockDebt(
  connection: Connection,
  campaign: string,
  { pseudonym, isBonus }: DebtKey,
): Promise<DebtRow | undefined> {
  const values = [campaign, pseudonym, isBonus];
  await connection.query(
    `select from inaam.message where id = (
       select message from inaam.upi_debt
       where campaign = $1 and pseudonym = $2 and is_bonus = $3) for no key update`,
    values,
  );
  await connection.query(
    `select from inaam.upi_debt
     where campaign = $1 and pseudonym = $2 and is_bonus = $3 for no key update`,
    values,
  );
  return (await connection.query<DebtRow>(factsText, values)).rows[0];
}

/** Of the voucher: nothing holds it here any more. */
async function makeDue(connection: Connection, campaign: string, id: string): Promise<void> {
  await connection.query(
    `with due as (
       update inaam.message set due_at = now(), attempts = 0
       where id = $2 and campaign = $1 and state in ('owed', 'assigned') returning id)
     select ${notifyDue('voucher')} where exists (select from due)`,
    [campaign, id],
  );
}

export const refuseRequest = (connection: Connection, request: string | null) =>
  connection.query(`update inaam.upi_request set state = 'wrong' where id = $1`, [request]);

async function insertPayout(
  connection: Connection,
  campaign: string,
  { pseudonym, isBonus, amount, attempts, masked, idIndex, request, id }: DebtRow,
  key: string,
  now: number,
): Promise<void> {
  await connection.query(
    `with begun as (
       update inaam.upi_debt set state = 'paying', attempts = attempts + 1, why = null
       where message = $10)
     insert into inaam.upi_payout (campaign, pseudonym, is_bonus, amount, attempt, transfer, masked,
       id_index, request, started_at, sent_at, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11, $11, $12)`,
    [
      campaign,
      pseudonym,
      isBonus,
      amount,
      attempts + 1,
      key,
      masked,
      idIndex,
      request,
      id,
      new Date(now),
      new Date(now + leaseMs),
    ],
  );
}

/** Of a database that was restored: a payout that only the provider knows. */
export function adoptPayout(
  database: Database,
  campaign: string,
  debtKey: DebtKey,
  { key, now }: { key: string; now: number },
): Promise<void> {
  return transaction(database, async (connection) => {
    const debt = await lockDebt(connection, campaign, debtKey);
    if (debt?.state !== 'open') return;
    await insertPayout(connection, campaign, debt, key, now);
    await connection.query(
      `update inaam.upi_payout set state = 'pending', next_at = $2 where transfer = $1`,
      [key, new Date(now)],
    );
  });
}
