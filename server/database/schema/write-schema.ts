// Regenerates `schema.txt` and `functions.sql`, on a temporary PostgreSQL.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '../database.ts';
import { migrate } from './migrate.ts';
import { describeFunctions, describeSchema } from './schema-dump.ts';

const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-schema-'));
const postgres = await startPostgres({ dataFolder, durable: false });
const database = openDatabase(postgres.url, 2);
const write = (name: string, text: string) => writeFile(path.join(import.meta.dirname, name), text);
try {
  await migrate(database);
  await write('schema.txt', await describeSchema(database));
  await write('functions.sql', await describeFunctions(database));
} finally {
  await database.end();
  await postgres.discard();
}
