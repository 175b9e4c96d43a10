// `npm run race:last-cards [-- rounds]`: a thousand rounds on a durable PostgreSQL of its own.
// Exits with 1 if something was wrong.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { raceForLastCards } from './last-cards-race.ts';

const [asked = '1000'] = process.argv.slice(2);
const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-last-cards-'));
const postgres = await startPostgres({ dataFolder });
try {
  const database = openDatabase(postgres.url, 2);
  await migrate(database);
  await database.end();
  const start = performance.now();
  const { errors, ...ran } = await raceForLastCards(postgres.url, Number(asked));
  const seconds = Math.round((performance.now() - start) / 1000);
  const result = { date: new Date().toISOString().slice(0, 10), ...ran, faults: errors, seconds };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (errors.length > 0) process.exitCode = 1;
} finally {
  await postgres.discard();
}
