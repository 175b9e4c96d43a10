// `npm run attack:canaries [-- shoppers]`: on a durable PostgreSQL of its own, whose whole data
// directory is searched, the log of its writes included. Prints the result as JSON; exits with 1 if
// a marked value was found.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { runCanaries } from './canary-journeys.ts';
import { canariesInFiles, canariesInTables } from './stored-canaries.ts';

const [asked = '1000'] = process.argv.slice(2);
const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-canaries-'));
const postgres = await startPostgres({ dataFolder });
try {
  const database = openDatabase(postgres.url, 2);
  await migrate(database);
  const start = performance.now();
  const { server, canaries, found, counts } = await runCanaries(
    { url: postgres.url, drop: () => Promise.resolve() },
    Number(asked),
  );
  await database.query('set statement_timeout = 0');
  await database.query('checkpoint');
  found.push(...(await canariesInTables(database, canaries)));
  const { rows } = await database.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  found.push(...(await canariesInFiles(rows[0]?.folder ?? '', canaries)));
  await server.close();
  await database.end();
  const seconds = Math.round((performance.now() - start) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(`${JSON.stringify({ date, ...counts, found, seconds }, null, 2)}\n`);
  if (found.length > 0) process.exitCode = 1;
} finally {
  await postgres.discard();
}
