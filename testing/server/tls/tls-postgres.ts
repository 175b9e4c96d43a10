// A PostgreSQL over TLS, with the key pair in this folder, which is public and only for tests. Its
// authority's key was discarded; the certificate of `localhost` is valid until 2126.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { beforeSignalExit } from '../../setup/before-signal-exit.ts';
import { ephemeralPort } from '../programs/program-process.ts';

export type TlsPostgres = {
  port: number;
  /** Through its socket, as the superuser. */
  admin: Database;
  discard: () => Promise<void>;
};

export const fileOf = (name: 'authority' | 'other-authority' | 'server' | 'server-key') =>
  path.join(import.meta.dirname, `${name}.test-only.pem`);

export async function startTlsPostgres(): Promise<TlsPostgres> {
  const port = await ephemeralPort('localhost');
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-tls-'));
  const settings = { listen_addresses: 'localhost', port: String(port) };
  const postgres = await startPostgres({ dataFolder, durable: false, settings });
  const takeBack = beforeSignalExit(() => postgres.discard());
  const url = new URL(postgres.url);
  url.port = String(port);
  const admin = openDatabase(url.href, 1);
  const discard = async () => {
    takeBack();
    await admin.end();
    await postgres.discard();
  };
  try {
    await write(admin, 'server.crt', await readFile(fileOf('server'), 'utf8'));
    await write(admin, 'server.key', await readFile(fileOf('server-key'), 'utf8'));
    await write(admin, 'pg_hba.conf', 'local all all trust\nhostssl all all all trust\n');
    await admin.query('alter system set ssl = on');
    await admin.query('select pg_reload_conf()');
  } catch (error) {
    await discard();
    throw error;
  }
  return { port, admin, discard };
}

/** Written by PostgreSQL, so that its user owns the file and nobody else may read it. */
async function write(admin: Database, file: string, text: string): Promise<void> {
  await admin.query(
    `copy (select line from string_to_table('${text}', E'\\n') as line)
     to program 'umask 077 && cat > ${file}'`,
  );
}
