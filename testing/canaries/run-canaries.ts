// `npm run drill -- canaries [shoppers]`: searches the whole data directory of a temporary durable
// PostgreSQL, including the write-ahead log. Prints the result as JSON; exits with 1 if a marked
// value was found.
import { openDatabase } from '@inaam/server/database/database.ts';
import { onPostgres, printResult } from '../product/run.ts';
import { runCanaries } from './canary-journeys.ts';
import { canariesInFiles, canariesInTables } from './canaries.ts';

const [shoppers = '1000'] = process.argv.slice(2);

const { found: anywhere } = await onPostgres({ durable: true }, (url) =>
  printResult(async () => {
    const clone = { url, drop: () => Promise.resolve() };
    const { server, canaries, found, counts } = await runCanaries(clone, Number(shoppers));
    await server.close();
    const database = openDatabase(url, 1);
    await database.query('set statement_timeout = 0');
    await database.query('checkpoint');
    found.push(...(await canariesInTables(database, canaries)));
    const { rows } = await database.query<{ folder: string }>(
      `select current_setting('data_directory') as folder`,
    );
    found.push(...(await canariesInFiles(rows[0]?.folder ?? '', canaries)));
    await database.end();
    return { ...counts, found };
  }),
);
if (anywhere.length > 0) process.exitCode = 1;
