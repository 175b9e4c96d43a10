// `npm run bench -- console [1000000]`: each call of the console, with each filter that its page
// offers, on the filled demonstration, beside so many more shoppers who were filled in.
import { temporaryConsole } from '@inaam/demo/temporary/temporary-console.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { readKnown } from './known.ts';
import { measureCalls } from './measure-calls.ts';

const campaign = 'biscuit-2025';
const shoppers = Number(process.argv[2] ?? 1_000_000);
/** Nothing is sent meanwhile. */
const demonstrated = { shoppers: 3000, days: 21, delivers: 'later' } as const;

const { postgres, discard } = await startMeasuredPostgres();
try {
  const console = await temporaryConsole(postgres.url, { campaign, ...demonstrated });
  const database = openDatabase(postgres.url, 2);
  const from = performance.now();
  await fillCampaign(database, campaign, shoppers);
  await database.query('set statement_timeout = 0; set lock_timeout = 0');
  await database.query('vacuum analyze');
  const fillSeconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(`${shoppers} shoppers were filled in within ${fillSeconds} s.\n`);
  const { pid, close } = await openStatistics(postgres.urlOf('postgres'));
  const statistics = openDatabase(postgres.urlOf('postgres'), 1);
  const known = await readKnown(console);
  const calls = await measureCalls({ ...console, database, statistics, pid }, known);
  await writeResult(`console-${shoppers}`, { shoppers, fillSeconds, calls });
  await statistics.end();
  await close();
  await database.end();
  await console.stop();
} finally {
  await discard();
}
