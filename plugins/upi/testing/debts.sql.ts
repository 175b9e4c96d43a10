import type { Database } from '@inaam/server/database/database.ts';

type Debt = { state: string; why: string | null };

export async function readDebt(database: Database, pseudonym: Buffer): Promise<Debt> {
  const { rows } = await database.query<Debt>(
    'select state, why from inaam.upi_debt where pseudonym = $1',
    [pseudonym],
  );
  return rows[0] ?? { state: 'none', why: null };
}

/** By time. */
export async function readDebts(database: Database) {
  const { rows } = await database.query<Debt & { message: string; hasCode: boolean }>(
    `select debt.state, debt.why, message.state as message, exists (
       select from inaam.voucher where voucher.pseudonym = debt.pseudonym) as "hasCode"
     from inaam.upi_debt as debt join inaam.message on message.id = debt.message
     order by debt.message`,
  );
  return rows;
}
