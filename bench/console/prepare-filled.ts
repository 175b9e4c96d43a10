// A database with a given number of participants, and how long it took to fill and to count it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { countFacts, countStock } from '@inaam/server/figures/rollups.sql.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { prepare, startPrograms, type Variables } from '../journeys/product.ts';
import { fillingSettings, fillTables } from './fill.ts';
import { makePeople } from './people.ts';
import { countFilled } from '@inaam/testing/server/database/fill-campaign.ts';

const campaign = 'biscuit-2025';
const peopleCount = 240;
/** The operator's command refuses to load vouchers beside those filled in, which no key opens. */
const journeys = 40_000;
const texts = z.record(z.string(), z.string());

const shape = z.object({
  shoppers: z.number(),
  prepared: z.object({ variables: texts, drawVariables: texts }),
  people: z.array(
    z.object({ mobile: z.string(), index: z.string(), pseudonym: z.string(), voucher: z.string() }),
  ),
  fill: z.object({
    tablesSeconds: z.number(),
    gigabytes: z.number(),
    /** What `deliver` needs to count all that was filled in. */
    addingUpSeconds: z.number(),
    rollupRows: z.number(),
  }),
});

export type FilledDatabase = z.infer<typeof shape>;

export const readFilled = (text: string): FilledDatabase => shape.parse(JSON.parse(text));

type Options = {
  dataFolder: string;
  folder: string;
  shoppers: number;
  say: (line: string) => void;
};

export async function prepareFilled({
  dataFolder,
  folder,
  shoppers,
  say,
}: Options): Promise<FilledDatabase> {
  const first = await startPostgres({ dataFolder });
  const { stocked, ...prepared } = await prepare(first.url, folder, journeys);
  await stocked.database.end();
  await storeSecretChecks(prepared, folder);
  await first.stop();

  const filling = await startPostgres({ dataFolder, settings: { ...fillingSettings } });
  const tablesSeconds = await secondsOf(() => fillTables(filling.url, shoppers, say));
  say(`The tables are filled: ${tablesSeconds} s.`);
  const variables = { ...prepared.variables, CONSOLE_ORIGIN: 'http://localhost:8090' };
  const people = await makePeople(filling.url, variables, { shoppers, count: peopleCount });
  const owner = openDatabase(filling.url, 1);
  await countFilled(owner, campaign);
  await owner.end();
  await filling.stop();
  // Nothing of it was synced, and the measurement must not wait for it.
  await promisify(execFile)('sync');

  const counting = await startPostgres({ dataFolder });
  const counted = await count(counting.url);
  await counting.stop();
  return { shoppers, prepared, people, fill: { tablesSeconds, ...counted } };
}

/** Each program does so when it starts; later it would try to open what is filled in. */
async function storeSecretChecks(prepared: Variables, folder: string): Promise<void> {
  const product = await startPrograms(prepared, { folder, serves: 1 });
  await product.stop();
}

async function count(url: string) {
  const database = openDatabase(url, 2, 'keyLookups', 'inaam_deliver');
  const addingUpSeconds = await secondsOf(async () => {
    await countFacts(database, campaign, Date.now());
    await countStock(database, campaign);
  });
  await database.end();
  const owner = openDatabase(url, 1);
  await owner.query('set statement_timeout = 0');
  await owner.query('vacuum analyze inaam.rollup');
  const { rows } = await owner.query<{ rollups: string; bytes: string }>(
    `select (select count(*) from inaam.rollup) as rollups, pg_database_size(current_database()) as bytes`,
  );
  await owner.end();
  const [row] = rows;
  const gigabytes = Math.round(Number(row?.bytes) / 1e8) / 10;
  return { gigabytes, addingUpSeconds, rollupRows: Number(row?.rollups) };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return Math.round((performance.now() - from) / 100) / 10;
}
