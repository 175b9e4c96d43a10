import type { Database } from '../database/database.ts';

export type Stock = {
  /** Whole rupees. */
  amount: number;
  free: number;
  assigned: number;
  owed: number;
};

/**
 * By ascending amount.
 * @param promisedUntil `YYYY-MM-DD`: codes that expire sooner do not count; omitted: all count
 */
export async function countStock(
  database: Database,
  campaign: string,
  promisedUntil = '-infinity',
): Promise<Stock[]> {
  const { rows } = await database.query<Record<'amount' | 'free' | 'assigned' | 'owed', string>>(
    `with stock as (
       select amount, count(*) filter (where pseudonym is null and withdrawn_at is null and expires_on >= $2) as free,
         count(*) filter (where pseudonym is not null) as assigned
       from inaam.voucher where campaign = $1 group by amount),
     owed as (
       select amount, count(*) as owed
       from inaam.message join inaam.reward using (campaign, pseudonym)
       where campaign = $1 and message.kind = 'voucher' and state = 'owed' group by amount)
     select amount, coalesce(free, 0) as free, coalesce(assigned, 0) as assigned, coalesce(owed, 0) as owed
     from stock full join owed using (amount) order by amount`,
    [campaign, promisedUntil],
  );
  return rows.map((row) => ({
    amount: Number(row.amount),
    free: Number(row.free),
    assigned: Number(row.assigned),
    owed: Number(row.owed),
  }));
}

export async function countOwed(
  database: Database,
  campaign: string,
): Promise<Map<number, number>> {
  const { rows } = await database.query<{ amount: number; owed: string }>(
    `select amount, count(*) as owed
     from inaam.message join inaam.reward using (campaign, pseudonym)
     where campaign = $1 and message.kind = 'voucher' and state = 'owed' group by amount`,
    [campaign],
  );
  return new Map(rows.map((row) => [row.amount, Number(row.owed)]));
}

/** Pseudonyms of those who got one of these codes. */
export async function readOwnersOfCodes(
  database: Database,
  campaign: string,
  codeIndexes: readonly Buffer[],
): Promise<Buffer[]> {
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    `select pseudonym from inaam.voucher
     where campaign = $1 and code_index = any ($2::bytea[]) and pseudonym is not null`,
    [campaign, codeIndexes],
  );
  return rows.map(({ pseudonym }) => pseudonym);
}

/**
 * Up to two owners of codes with these last characters; codes loaded before this index existed are
 * not found.
 */
export async function readOwnersOfEnd(
  database: Database,
  campaign: string,
  endIndex: Buffer,
): Promise<Buffer[]> {
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    `select pseudonym from inaam.voucher
     where campaign = $1 and end_index = $2 and pseudonym is not null limit 2`,
    [campaign, endIndex],
  );
  return rows.map(({ pseudonym }) => pseudonym);
}
