import type { Database } from '../database.ts';

export type VoucherOwner = { codeIndex: Buffer; codeSealed: Buffer; pseudonym: Buffer };

type Row = { code_index: Buffer; code_sealed: Buffer; pseudonym: Buffer };

/** Who got one of these codes. */
export async function readOwnersOfCodes(
  database: Database,
  campaign: string,
  codeIndexes: readonly Buffer[],
): Promise<VoucherOwner[]> {
  const { rows } = await database.query<Row>(
    `select code_index, code_sealed, pseudonym from inaam.voucher
     where campaign = $1 and code_index = any ($2::bytea[]) and pseudonym is not null`,
    [campaign, codeIndexes],
  );
  return rows.map(ownerOf);
}

/** Who got a code with these last characters; codes of an older stock have no such index. */
export async function readOwnersOfEnd(
  database: Database,
  campaign: string,
  endIndex: Buffer,
  most: number,
): Promise<VoucherOwner[]> {
  const { rows } = await database.query<Row>(
    `select code_index, code_sealed, pseudonym from inaam.voucher
     where campaign = $1 and end_index = $2 and pseudonym is not null limit $3`,
    [campaign, endIndex, most],
  );
  return rows.map(ownerOf);
}

const ownerOf = ({ code_index, code_sealed, pseudonym }: Row): VoucherOwner => ({
  codeIndex: code_index,
  codeSealed: code_sealed,
  pseudonym,
});
