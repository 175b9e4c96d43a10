import type { Database } from '../database/database.ts';

export type Stock = {
  /** Whole rupees. */
  amount: number;
  free: number;
  assigned: number;
  /** Rewards that wait for a code. */
  owed: number;
};

/**
 * By ascending amount.
 * @param promisedUntil `YYYY-MM-DD`: codes that expire sooner do not count; left out: all count
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

export type AssignedVoucher = { codeIndex: Buffer; codeSealed: Buffer; pseudonym: Buffer };

const pageCodes = 2000;

/** Yields the codes that were assigned, page by page. */
export async function* readAssignedVouchers(
  database: Database,
  campaign: string,
): AsyncGenerator<AssignedVoucher[], void, undefined> {
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const { rows } = await database.query<{
      code_index: Buffer;
      code_sealed: Buffer;
      pseudonym: Buffer;
    }>(
      `select code_index, code_sealed, pseudonym from inaam.voucher
       where campaign = $1 and code_index > $2 and pseudonym is not null order by code_index limit $3`,
      [campaign, last, pageCodes],
    );
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest.code_index;
    yield rows.map((row) => ({
      codeIndex: row.code_index,
      codeSealed: row.code_sealed,
      pseudonym: row.pseudonym,
    }));
  }
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
 * Two of those who got a code with these last characters; codes of an older stock have no such
 * index.
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
