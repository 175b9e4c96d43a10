// `npm run fuzz [-- --requests 1000000 --seed 1 --minutes 60]`: on a PostgreSQL of its own, until
// the requests are sent or the time is over. Prints the result as JSON; ends with an error if
// something was found.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { serverOnDatabase } from '../server/app/server-on-database.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const requests = Number(values.requests ?? 100_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-fuzz-'));
const postgres = await startPostgres({ dataFolder, durable: false });
try {
  const database = openDatabase(postgres.url, 2);
  await migrate(database);
  await database.end();
  const server = await serverOnDatabase({
    url: patient(postgres.url),
    drop: async () => undefined,
  });
  const start = performance.now();
  const end = start + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  let printed = 0;
  const result = await fuzz(server, {
    requests,
    seed,
    onRound: (sent) => {
      if (sent >= printed + 50_000) {
        printed = sent;
        process.stderr.write(`${sent} requests\n`);
      }
      return performance.now() < end;
    },
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(
    `${JSON.stringify({ date, seed, ...result, found: 0, seconds }, null, 2)}\n`,
  );
  await server.close();
} finally {
  await postgres.discard();
}

/** Hashes of whole tables take longer than a shopper's statement may. */
function patient(address: string): string {
  const url = new URL(address);
  url.searchParams.set('statement_timeout', '600000');
  return url.href;
}
