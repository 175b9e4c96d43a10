// Makes a database unavailable: connections break, new ones are refused.
import { withDatabase } from '../../setup/cluster/database-template.ts';

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
