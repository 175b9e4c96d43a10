// An installation as `init` makes it, on a PostgreSQL whose users have passwords.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { entries } from '@inaam/server/main/commands.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { ephemeralPort, startProgram } from '@inaam/testing/server/programs/program-process.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';

export const first = 'biscuit-2025';

/** `init` is a plugin too. */
export const hasInit = entries.some(({ name }) => name === 'init');

export type TestInstallation = {
  folder: string;
  /** Of the installation. */
  file: string;
  /** Of a superuser. */
  database: Database;
  discard: () => Promise<void>;
};

export async function testInstallation(connections = 100): Promise<TestInstallation> {
  const root = await mkdtemp(path.join(tmpdir(), 'inaam-several-'));
  const port = await ephemeralPort('127.0.0.1');
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    max_connections: String(connections),
  };
  const postgres = await startPostgres({
    dataFolder: path.join(root, 'server'),
    durable: true,
    settings,
  });
  const socket = new URL(postgres.urlOf('postgres'));
  socket.port = String(port);
  const administrator = openDatabase(socket.href, 1);
  const password = randomBytes(12).toString('hex');
  await administrator.query(`
    copy (select unnest(array['local all all trust', 'host all all all scram-sha-256']))
    to program 'umask 077 && cat > pg_hba.conf'`);
  for (const statement of [
    'select pg_reload_conf()',
    `create role chief superuser login password '${password}'`,
    'drop database inaam',
  ]) {
    await administrator.query(statement);
  }
  await administrator.end();
  const address = new URL(`postgres://chief:${password}@127.0.0.1:${port}/postgres`);
  const chief = openDatabase(address.href, 1);
  // This cluster's own superuser has the name of the owner that init makes.
  await chief.query('alter role inaam rename to began');
  await chief.end();
  const folder = path.join(root, 'installation');
  const usual = 'init --site https://win.example --sms mailbox --second-holder nobody'.split(' ');
  const own = ['--campaign', first, '--database', address.href, '--folder', folder];
  const { exit, errors } = await runOperatorInProcess([...usual, ...own]);
  if (exit !== 0) throw new Error(errors);
  const file = path.join(folder, 'inaam.env');
  const migrating = startProgram('server/main/migrate.ts', { INAAM_SETTINGS: file });
  if ((await migrating.ended) !== 0) throw new Error(migrating.output());
  address.pathname = '/inaam';
  const database = openDatabase(address.href, 4);
  return {
    folder,
    file,
    database,
    async discard() {
      await database.end();
      await postgres.discard();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** As in every demonstration, the days of the campaign are not today's. */
export const ownClock = (database: Database, id: string) =>
  database.query('update inaam.head set has_own_clock = true where campaign = $1', [id]);
