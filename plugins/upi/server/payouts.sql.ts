// What becomes of payouts, as the provider tells it: repeated, late and out of order.
import {
  ms,
  transaction,
  type Connection,
  type Database,
} from '@inaam/server/database/database.ts';
import { leaseMs, lockDebt, refuseRequest, type DebtKey, type DebtRow } from './debts.sql.ts';
import {
  afterFailure,
  isOpen,
  stepOf,
  type Cause,
  type PayoutState,
  type Seen,
  type Step,
} from './payouts.rules.ts';

const paidReason = 'paid on UPI';

export type DuePayout = {
  key: string;
  amount: number;
  state: PayoutState;
  pseudonym: Buffer;
  idSealed: Buffer | null;
  nameSealed: Buffer | null;
};

export async function takePayouts(
  database: Database,
  campaign: string,
  { now, max }: { now: number; max: number },
): Promise<DuePayout[]> {
  const { rows } = await database.query<DuePayout>(
    `with due as (
       update inaam.upi_payout set next_at = $4
       where transfer = any (array(
         select transfer from inaam.upi_payout
         where campaign = $1 and next_at <= $2 and next_at < 'infinity'
         order by next_at limit $3 for update skip locked))
       returning transfer, amount, state, pseudonym, request)
     select due.transfer as key, due.amount, due.state, due.pseudonym,
       request.id_sealed as "idSealed", request.name_sealed as "nameSealed"
     from due left join inaam.upi_request as request on request.id = due.request`,
    [campaign, new Date(now), max, new Date(now + leaseMs)],
  );
  return rows;
}

type PayoutRow = DebtKey & {
  state: PayoutState;
  attempt: number;
  asks: number;
  sentAt: number;
  request: string | null;
};

/**
 * Repeated, late and out of order it changes nothing twice.
 * @returns what was written; `send`: to hand it over again, with the same key
 */
export function recordSeen(
  database: Database,
  campaign: string,
  { key, seen, now }: { key: string; seen: Seen; now: number },
): Promise<Step | undefined> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<DebtKey>(
      `select pseudonym, is_bonus as "isBonus" from inaam.upi_payout
       where transfer = $2 and campaign = $1`,
      [campaign, key],
    );
    const debt = rows[0] && (await lockDebt(connection, campaign, rows[0]));
    if (!debt) return undefined;
    const found = await connection.query<PayoutRow>(
      `select pseudonym, is_bonus as "isBonus", state, attempt, asks, ${ms('sent_at')} as "sentAt",
         request
       from inaam.upi_payout where transfer = $1 for no key update`,
      [key],
    );
    const [payout] = found.rows;
    if (!payout) return undefined;
    const step = stepOf(payout, seen, now);
    const isNew = step.state !== payout.state;
    if (isNew && step.state === 'paid') {
      step.state = (await settle(connection, debt, key, payout.state, now)) ? 'paid' : 'excess';
      if (payout.state === 'excess') step.askAt = Infinity;
    }
    await connection.query(
      `update inaam.upi_payout set state = $2, cause = coalesce($3, cause),
         reference = coalesce($4, reference), utr = coalesce($5, utr), next_at = $6,
         asks = case when $7 then 0 else asks + 1 end,
         sent_at = case when $8 then $9 else sent_at end,
         ended_at = case when $7 and $2 not in ('sending', 'pending') then $9 else ended_at end
       where transfer = $1`,
      [
        key,
        step.state,
        step.cause ?? null,
        seen.reference ?? null,
        seen.kind === 'paid' ? (seen.utr ?? null) : null,
        step.askAt === Infinity ? 'infinity' : new Date(step.askAt),
        step.state !== payout.state,
        step.send === true,
        new Date(now),
      ],
    );
    if (step.cause && step.state !== payout.state) {
      await reopen(connection, debt, payout, step.cause, now);
    }
    return step;
  });
}

/** In one transaction with the payout. @returns false: the reward was given in another way */
async function settle(
  connection: Connection,
  debt: DebtRow,
  key: string,
  was: PayoutState,
  now: number,
): Promise<boolean> {
  const { rowCount: others } = await connection.query(
    `select from inaam.upi_payout
     where campaign = (select campaign from inaam.upi_debt where message = $1)
       and pseudonym = $2 and is_bonus = $3 and transfer <> $4
       and state in ('sending', 'pending', 'paid')`,
    [debt.id, debt.pseudonym, debt.isBonus, key],
  );
  if (others !== 0 || debt.state === 'paid' || debt.isLeased) return false;
  const { rowCount: vouchers } = await connection.query(
    `update inaam.message set state = 'settled', ended_at = $2, reason = $3
     where id = $1 and state = 'owed'`,
    [debt.id, new Date(now), paidReason],
  );
  // Who was erased, or refused while the payout was under way, was paid all the same.
  const isOtherwise = isOpen(was) && (debt.message === 'failed' || debt.message === 'settled');
  if (vouchers !== 1 && !isOtherwise) return false;
  await connection.query(
    `update inaam.upi_debt set state = 'paid', why = null where message = $1`,
    [debt.id],
  );
  return true;
}

/** The debt goes on after a payout that failed or came back. */
async function reopen(
  connection: Connection,
  debt: DebtRow,
  payout: PayoutRow,
  cause: Cause,
  now: number,
): Promise<void> {
  const isLive = payout.state === 'paid' ? debt.state === 'paid' : debt.state === 'paying';
  if (!isLive || payout.state === 'excess') return;
  if (payout.state === 'paid') {
    await connection.query(
      `update inaam.message set state = 'owed', ended_at = null, reason = null, due_at = 'infinity'
       where id = $1 and state = 'settled' and reason = $2 and exists (
         select from inaam.personal_data as person
         where person.campaign = message.campaign and person.pseudonym = message.pseudonym)`,
      [debt.id, paidReason],
    );
  }
  const next = afterFailure({ cause, attempt: payout.attempt }, now, debt.until);
  if (next.kind === 'ask') await refuseRequest(connection, payout.request);
  const at = next.kind === 'retry' ? next.at : next.kind === 'ask' ? debt.until : now;
  await connection.query(
    `update inaam.upi_debt set state = 'open', next_at = $2, why = $3 where message = $1`,
    [debt.id, new Date(Math.max(at, now)), next.kind === 'voucher' ? 'final' : cause],
  );
}
