// Reads of the store that only tests make: the code that an SMS would carry, and counts.
import type { Database } from '../storage/database.ts';
import type { TestServer } from './test-server.ts';

/** The sealed code of a device's registration of a number. */
export async function newestCode(
  database: Database,
  campaign: string,
  userKey: string,
  numberIndex: Buffer,
): Promise<Buffer> {
  const { rows } = await database.query<{ code_sealed: Buffer | null }>(
    `select code_sealed from inaam.challenge
     where campaign = $1 and user_key = $2 and number_index = $3`,
    [campaign, userKey, numberIndex],
  );
  const sealed = rows[0]?.code_sealed;
  if (!sealed) throw new Error('This device has no code of that number.');
  return sealed;
}

type Table =
  'challenge' | 'reward' | 'token' | 'message' | 'participant' | 'ledger' | 'visit' | 'consent';

export async function countRows(database: Database, table: Table): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from inaam.${table}`);
  return Number(rows[0]?.count);
}

/** How many codes were asked to be sent to a number. */
export async function sentCodes({ database, keys }: TestServer, mobile: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message where kind = 'otp' and number_index = $1`,
    [keys.numberIndex(mobile)],
  );
  return Number(rows[0]?.count);
}

/** How many tries a number's codes have had. */
export async function triesOf({ database, keys }: TestServer, mobile: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select cardinality(tries) as count from inaam.number where number_index = $1',
    [keys.numberIndex(mobile)],
  );
  return rows[0]?.count ?? 0;
}

export type LedgerRow = {
  number: string;
  kind: string;
  pseudonym: Buffer;
  content: string;
  hash: Buffer;
};

export async function ledgerOf({ database }: TestServer): Promise<LedgerRow[]> {
  const { rows } = await database.query<LedgerRow>('select * from inaam.ledger order by number');
  return rows;
}
