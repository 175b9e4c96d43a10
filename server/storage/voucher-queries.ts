// Looks into the stock before codes are loaded: which of them are known, and one that the keys are tried on. Changes
// nothing and opens no code.
import type { Database } from './database.ts';
import { rowKey } from './row-key.ts';

const keysOfStatement = 5000;

/** The amounts of those codes that are in the stock, whole rupees, by the hex of their index. */
export async function readKnownVouchers(
  database: Database,
  campaign: string,
  codeIndexes: readonly Buffer[],
): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (let at = 0; at < codeIndexes.length; at += keysOfStatement) {
    const { rows } = await database.query<{ code_index: Buffer; amount: number }>(
      `select code_index, amount from inaam.voucher where campaign = $1 and code_index = any ($2::bytea[])`,
      [campaign, codeIndexes.slice(at, at + keysOfStatement)],
    );
    for (const row of rows) known.set(rowKey(row.code_index), row.amount);
  }
  return known;
}

/** Any one code of the stock, sealed. */
export async function readSampleVoucher(
  database: Database,
  campaign: string,
): Promise<{ codeIndex: Buffer; codeSealed: Buffer } | undefined> {
  const { rows } = await database.query<{ code_index: Buffer; code_sealed: Buffer }>(
    'select code_index, code_sealed from inaam.voucher where campaign = $1 limit 1',
    [campaign],
  );
  const [row] = rows;
  return row && { codeIndex: row.code_index, codeSealed: row.code_sealed };
}
