import type { Database } from '../database/database.ts';

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
