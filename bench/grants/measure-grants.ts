// `npm run bench -- grants [--grants 40000 --processes 2 --at 200]`: how many rewards per second
// one campaign can grant if nothing else is done. The participants exist before the start; the
// processes claim through the site's storage function, on a separate, durable PostgreSQL. The books
// are checked afterwards.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openDatabase } from '@inaam/server/database/database.ts';
import { startChild, type ChildProgram } from '../journeys/product/child-program.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { processorTimeOfFamily } from '../journeys/instruments/processor-time.ts';
import { prepareDatabase } from '../journeys/product/product.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { addParticipants } from './participants.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '40000' },
    processes: { type: 'string', default: '2' },
    at: { type: 'string', default: '200' },
  },
});
const wholeNumber = z.coerce.number().int().min(1);
const options = z
  .object({ grants: wholeNumber, processes: wholeNumber, at: wholeNumber })
  .parse(values);

const share = Math.floor(options.grants / options.processes);

const { postgres, folder, discard } = await startMeasuredPostgres();
try {
  const result = await measure();
  await writeResult('grants', { options, ...result });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  await discard();
}

async function measure() {
  const variables = {
    CAMPAIGN: 'biscuit-2025',
    DATABASE_URL: postgres.url,
    DRAW_PART_ONE: randomBytes(32).toString('base64'),
    DRAW_PART_TWO: randomBytes(32).toString('base64'),
    PSEUDONYM_SECRET: randomBytes(32).toString('base64'),
  };
  await prepareDatabase(variables);
  const database = openDatabase(postgres.url, 1);
  await addParticipants(database, options.grants);
  await database.query('vacuum analyze');
  await database.end();
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const claimers = await startClaimers(variables);
  const read = async () => ({
    microseconds: await processorTimeOfFamily(statistics.pid),
    ...(await statistics.counts('inaam')),
  });
  const before = await read();
  const from = performance.now();
  const used = await Promise.all(
    claimers.map((claimer) => {
      claimer.child.send('go');
      return numberFrom(claimer);
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const after = await read();
  const dearest = await statistics.dearest('inaam', 6);
  await statistics.close();
  const grants = share * options.processes;
  await checkBooks(grants);
  return {
    perSecond: Math.round(grants / seconds),
    microsecondsEach: {
      claimers: Math.round(used.reduce((sum, one) => sum + one, 0) / grants),
      postgresql: Math.round((after.microseconds - before.microseconds) / grants),
    },
    // begin, lock, write, commit.
    grantsPerTransaction: Math.round(grants / ((after.statements - before.statements) / 4)),
    dearest,
  };
}

/** Each grant has a draw number, a ledger entry and a card of its own. */
async function checkBooks(grants: number): Promise<void> {
  const database = openDatabase(postgres.url, 1);
  const { rows } = await database.query<Record<string, string>>(
    `select (select count(*) from inaam.reward) as rewards,
       (select max(draw_number) + 1 from inaam.reward) as drawn,
       (select count(*) from inaam.ledger where kind = 'granted') as entries,
       (select sum(granted) from inaam.budget) as paid`,
  );
  await database.end();
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) !== grants);
  if (wrong.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(wrong)}.`);
}

async function startClaimers(variables: Record<string, string>): Promise<ChildProgram[]> {
  return Promise.all(
    Array.from({ length: options.processes }, async (_, place) => {
      const claimer = await startChild({
        file: 'bench/grants/claimer.ts',
        words: [postgres.url, options.at, place * share, share].map(String),
        variables,
        logFile: path.join(folder, `claimer-${place}.log`),
        hasChannel: true,
      });
      await numberFrom(claimer);
      return claimer;
    }),
  );
}

function numberFrom({ child }: ChildProgram): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(z.number().parse(message)));
    child.once('disconnect', () =>
      reject(new Error('Failed to measure: a process ended too early.')),
    );
  });
}
