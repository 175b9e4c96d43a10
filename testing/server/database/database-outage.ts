// Makes a database unavailable: connections break, new ones are refused.
import { withDatabase } from '../../setup/cluster/test-database.ts';
import type { Connection } from '@inaam/server/database/database.ts';

/** @returns a function that ends the outage */
export async function startDatabaseOutage(url: string): Promise<() => Promise<void>> {
  const admin = new URL(url);
  const name = decodeURIComponent(admin.pathname.slice(1));
  admin.pathname = '/postgres';
  const allow = (isAllowed: boolean) =>
    withDatabase(admin.href, async (database) => {
      await database.query(`alter database "${name}" allow_connections ${isAllowed}`);
      if (isAllowed) return;
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
    });
  await allow(false);
  return () => allow(true);
}

const triggers = [
  ['participation', 'participation_is_recorded'],
  ['reward', 'reward_is_recorded'],
  ['ledger', 'ledger_ends_with_reveal'],
  ['head', 'head_moves_with_entries'],
] as const;

/**
 * Allows inserts without the matching ledger entries, which no program may do: for tests of other
 * constraints and databases filled with fictional people.
 * @returns a function that restores the checks
 */
export async function skipLedgerChecks(
  database: Pick<Connection, 'query'>,
): Promise<() => Promise<void>> {
  const set = async (state: 'disable' | 'enable') => {
    const statements = triggers.map(
      ([table, trigger]) => `alter table inaam.${table} ${state} trigger ${trigger}`,
    );
    await database.query(statements.join(';'));
  };
  await set('disable');
  return () => set('enable');
}
