// For the demonstration only: sets a database of an earlier version aside, under another name, where its campaign was
// begun before draws were committed to and so cannot go on. Deletes nothing.
import { transaction, type Database } from './database.ts';

/** The number of the migration that begins with commitments. */
const firstWithCommitments = 2;

/**
 * Renames the schemas of such a database, so that the migration begins anew beside them.
 * @returns the new name of the old tables' schema, or undefined where there was nothing to set aside
 */
export async function setAsideUncommitted(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ there: string | null }>(
    `select to_regclass('inaam.migration')::text as there`,
  );
  if (!rows[0]?.there) return undefined;
  const old = await database.query<{ number: number; is_begun: boolean }>(
    `select max(number) as number,
       exists (select from inaam.participant) or exists (select from inaam.ledger)
         or exists (select from inaam.reward) as is_begun
     from inaam.migration`,
  );
  const [found] = old.rows;
  if (!found?.is_begun || found.number >= firstWithCommitments) return undefined;
  return transaction(database, async (connection) => {
    const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const name = `inaam_before_${stamp}`;
    await connection.query(`alter schema inaam rename to ${name}`);
    await connection.query(`alter schema graphile_worker rename to ${name}_jobs`);
    return name;
  });
}
