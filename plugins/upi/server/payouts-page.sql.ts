import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';

export type DebtLine = {
  message: string;
  pseudonym: string;
  isBonus: boolean;
  amount: number;
  state: 'open' | 'paying' | 'paid' | 'voucher' | 'ended';
  why: string | null;
  until: number;
  payout: string | null;
  cause: string | null;
  masked: string | null;
  reference: string | null;
  at: number | null;
  /** Of the newest request. */
  request: string | null;
  isConfirmed: boolean | null;
};

const rowsMax = 100;

/** Those that need somebody first, then the newest. @param pseudonym null: of everybody */
export async function readDebtLines(
  database: Queryable,
  campaign: string,
  pseudonym: Buffer | null,
): Promise<DebtLine[]> {
  const { rows } = await database.query<DebtLine>(
    `select message, encode(debt.pseudonym, 'hex') as pseudonym,
       debt.is_bonus as "isBonus", debt.amount, debt.state, why,
       ${ms('debt.until')} as until, payout.state as payout, payout.cause,
       coalesce(payout.masked, request.masked) as masked, coalesce(utr, reference) as reference,
       ${ms('coalesce(payout.ended_at, payout.started_at)')} as at,
       request.state as request, request.confirmed_at is not null as "isConfirmed"
     from (
       (select * from inaam.upi_debt
        where campaign = $1 and state in ('open', 'paying')
          and ($2::bytea is null or upi_debt.pseudonym = $2) order by until limit ${rowsMax})
       union all
       (select * from inaam.upi_debt
        where campaign = $1 and state not in ('open', 'paying')
          and ($2::bytea is null or upi_debt.pseudonym = $2) order by until desc limit ${rowsMax})
     ) as debt
     left join lateral (
       select * from (
         select state, cause, masked, reference, utr, started_at, ended_at from inaam.upi_payout
         where campaign = $1 and upi_payout.pseudonym = debt.pseudonym
           and upi_payout.is_bonus = debt.is_bonus
         order by attempt desc limit 1) as newest) as payout on true
     left join lateral (
       select state, masked, confirmed_at from inaam.upi_request
       where campaign = $1 and upi_request.pseudonym = debt.pseudonym
       order by id desc limit 1) as request on true
     order by payout.state is distinct from 'excess', why is distinct from 'manyNumbers',
       debt.state not in ('open', 'paying'), coalesce(payout.ended_at, payout.started_at) desc nulls last
     limit ${rowsMax}`,
    [campaign, pseudonym],
  );
  return rows;
}

/** @returns false: it is not open any more, and nothing was changed */
export function decide(
  database: Database,
  campaign: string,
  { message, action, now }: { message: string; action: 'pay' | 'voucher'; now: number },
  audit: Audit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<{ isDone: boolean }>(
      'select inaam.decide_upi($1, $2, $3, $4) as "isDone"',
      [campaign, message, action, new Date(now)],
    );
    if (!rows[0]?.isDone) return false;
    await recordAudit(connection, audit);
    return true;
  });
}
