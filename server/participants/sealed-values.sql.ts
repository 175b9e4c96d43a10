// Reads and replaces every encrypted column, some pages of a table at a time. The key's id is the
// second byte of an encrypted value, so the rows show what is left to do, and an interrupted run
// can be started again.
import { transaction, type Database } from '../database/database.ts';

export type SealedTable = {
  table: string;
  /** The columns that form the encryption context. */
  key: readonly string[];
  /** Encrypted columns, each with the id of its newest key. */
  columns: Readonly<Record<string, number>>;
};

type Row = Readonly<Record<string, string | Buffer | null>>;

export type SealAgain = (column: string, sealed: Buffer, row: Row) => Buffer;

/** Pages (8 kB) per step: some hundred rows, locked for some milliseconds. */
const pagesOfStep = 16;

export async function countPages(database: Database, { table }: SealedTable): Promise<number> {
  const { rows } = await database.query<{ pages: number }>(
    `select ceil(pg_relation_size('inaam.${table}') / 8192.0)::integer as pages`,
  );
  return rows[0]?.pages ?? 0;
}

/**
 * Replaces one step's values that were encrypted with another key. Rows locked by a call are left
 * for the next run.
 * @returns the first page of the next step, and how many rows were replaced
 */
export function replaceSealedValues(
  database: Database,
  campaign: string,
  { table, key, columns }: SealedTable,
  page: number,
  sealAgain: SealAgain,
): Promise<{ nextPage: number; replaced: number }> {
  const names = Object.keys(columns);
  const nextPage = page + pagesOfStep;
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<Record<string, string | Buffer | null>>(
      `select ctid::text as place, ${[...key, ...names].join(', ')} from inaam.${table}
       where ctid >= $2::tid and ctid < $3::tid and campaign = $1
         and (${names.map((name, at) => `get_byte(${name}, 1) <> $${at + 4}`).join(' or ')})
       for no key update skip locked`,
      [campaign, `(${page},0)`, `(${nextPage},0)`, ...Object.values(columns)],
    );
    if (rows.length === 0) return { nextPage, replaced: 0 };
    const sealed = names.map((name) =>
      rows.map((row) => {
        const value = row[name];
        return Buffer.isBuffer(value) ? sealAgain(name, value, row) : null;
      }),
    );
    await connection.query(
      `update inaam.${table} set ${names
        .map((name, at) => `${name} = ($${at + 2}::bytea[])[array_position($1::tid[], ctid)]`)
        .join(', ')}
       where ctid = any ($1::tid[])`,
      [rows.map(({ place }) => place), ...sealed],
    );
    return { nextPage, replaced: rows.length };
  });
}

export function countBySealKey(
  database: Database,
  campaign: string,
  table: string,
  column: string,
): Promise<Map<number, number>> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    const { rows } = await connection.query<{ key: number; count: string }>(
      `select get_byte(${column}, 1) as key, count(*) from inaam.${table}
       where campaign = $1 and ${column} is not null group by 1`,
      [campaign],
    );
    return new Map(rows.map(({ key, count }) => [key, Number(count)]));
  });
}
