// For a drill's run: a temporary PostgreSQL, the server on it, and the printed result.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import {
  serverOnDatabase,
  type TestServer,
  type TestServerOptions,
} from '../server/app/server-on-database.ts';

type Durability = { durable: boolean };

/** @param work receives the address of a migrated database, and a temporary folder */
export async function onPostgres<Result>(
  { durable }: Durability,
  work: (url: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-drill-'));
  const postgres = await startPostgres({ dataFolder: path.join(folder, 'postgres'), durable });
  try {
    const database = openDatabase(postgres.url, 2);
    await migrate(database);
    await database.end();
    return await work(postgres.url, folder);
  } finally {
    await postgres.discard();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The server in this process; the work controls its clocks. */
export function onServer<Result>(
  options: TestServerOptions,
  work: (server: TestServer) => Promise<Result>,
): Promise<Result> {
  return onPostgres({ durable: false }, async (url) => {
    const server = await serverOnDatabase({ url, drop: async () => undefined }, options);
    try {
      return await work(server);
    } finally {
      await server.close();
    }
  });
}

/** Prints the work's result as JSON, with date and duration. */
export async function printResult<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result> {
  const from = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - from) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(`${JSON.stringify({ date, ...result, seconds }, null, 2)}\n`);
  return result;
}
