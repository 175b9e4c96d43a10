// `npm run bench -- reports [1000000]`: time, processor time and peak memory of the commands that
// read whole tables, for that number of shoppers, and how long a visitor's journey takes meanwhile.
// The encrypted values are invalid, so `doctor` reports faults.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { startChild } from '../journeys/product/child-program.ts';
import { processorTimeOfFamily, usageOf } from '../journeys/instruments/processor-time.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { startProduct, type Product } from '../journeys/product/product.ts';
import { startSmsGateway, type SmsGateway } from '../journeys/shoppers/sms-gateway.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { Client } from 'undici';
import { spreadOf, type Spread } from '../figures.ts';
import { Recorder } from '../journeys/shoppers/recorder.ts';
import { Shopper } from '../journeys/shoppers/shopper.ts';

const shoppers = Number(process.argv[2] ?? 1_000_000);
const campaign = 'biscuit-2025';
const idleMs = 20_000;
const signed = ['--why', 'a measurement', '--by', 'bench'];

await buildWeb();
const { postgres, folder, discard } = await startMeasuredPostgres();
try {
  const result = await measure();
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  await writeResult('reports', result);
} finally {
  await discard();
}

async function measure() {
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const gateway = await startSmsGateway();
  const databaseUrl = postgres.url;
  const options = { databaseUrl, folder, serves: 1, gateway: gateway.address, profile: false };
  const product = await startProduct(options);
  const visitor = walkOneByOne(product.origins[0] ?? '', gateway);
  const seconds = await fill();
  await visitor.during(wait(idleMs / 4));
  const idle = await visitor.during(wait(idleMs));
  const commands = [];
  for (const words of await commandsToMeasure()) {
    commands.push(await measureCommand(words, product, statistics.pid));
  }
  const beside: Record<string, unknown> = {};
  for (const words of [['report'], exportOf('messages', 'beside.csv')]) {
    const run = measureCommand(words, product, statistics.pid);
    const spread = await visitor.during(run);
    beside[words.slice(0, 2).join(' ')] = {
      ...spread,
      ratioOfMedians: ratio(spread.p50, idle.p50),
    };
  }
  await product.stop();
  await statistics.close();
  gateway.close();
  return {
    shoppers,
    filledInSeconds: seconds,
    commands,
    journeyMs: { idle, beside },
  };
}

function wait(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
function ratio(one: number, other: number): number {
  return Math.round((one / other) * 100) / 100;
}

async function fill(): Promise<number> {
  const from = performance.now();
  const database = openDatabase(postgres.url, 2);
  await fillCampaign(database, campaign, shoppers);
  await database.query('set statement_timeout = 0; set lock_timeout = 0');
  await database.query('vacuum analyze');
  await database.end();
  return Math.round((performance.now() - from) / 1000);
}

function exportOf(table: string, file: string, ...more: string[]): string[] {
  return ['export', table, '--out', path.join(folder, file), ...more, ...signed];
}

async function commandsToMeasure(): Promise<string[][]> {
  const database = openDatabase(postgres.url, 1);
  const pseudonym = await newestPseudonym(database);
  await database.end();
  const today = new Date().toISOString().slice(0, 10);
  const day = ['--from', today, '--until', today];
  return [
    ['report'],
    ['report', '--by', 'state', '--source', 'id'],
    ['report', ...day],
    exportOf('visits', 'visits.csv'),
    exportOf('verifications', 'verifications.jsonl', '--format', 'jsonl'),
    exportOf('rewards', 'rewards.csv'),
    exportOf('messages', 'messages.csv'),
    exportOf('messages', 'messages.jsonl', '--format', 'jsonl'),
    exportOf('messages', 'day.csv', ...day),
    ['doctor'],
    ['number', 'show', '--pseudonym', pseudonym, ...signed],
    ['vouchers', 'stock'],
    ['vouchers', 'batches'],
    ['deliveries', 'late'],
    ['deliveries', 'failed'],
    ['webhooks', 'list'],
    ['budget'],
  ];
}

/** Of a shopper who came by the site: what is stored of the others cannot be opened. */
async function newestPseudonym(database: Database): Promise<string> {
  const { rows } = await database.query<{ pseudonym: string }>(
    `select encode(pseudonym, 'hex') as pseudonym from inaam.participant
     where campaign = $1 order by verified_at desc limit 1`,
    [campaign],
  );
  return rows[0]?.pseudonym ?? '';
}

async function measureCommand(words: readonly string[], product: Product, postmaster: number) {
  const from = performance.now();
  const used = await processorTimeOfFamily(postmaster);
  const program = await startChild({
    file: 'server/main/operator.ts',
    words: [...words, '--json'],
    variables: { ...product.variables, DRAW_URL: 'http://127.0.0.1:9' },
    logFile: path.join(folder, 'operator.log'),
  });
  const { peakMegabytes, processorSeconds } = await usageOf(program, words[0] === 'doctor');
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  const databaseSeconds =
    Math.round(((await processorTimeOfFamily(postmaster)) - used) / 100_000) / 10;
  const out = words.find((word) => word.startsWith(folder));
  const megabytes = out === undefined ? undefined : Math.round((await stat(out)).size / 1e6);
  const command = words
    .filter((word) => !word.startsWith(folder) && !signed.includes(word) && word !== '--out')
    .join(' ')
    .replace(/[0-9a-f]{32}/, '<pseudonym>');
  return { command, seconds, processorSeconds, databaseSeconds, peakMegabytes, megabytes };
}

type Visitor = {
  /** Journeys, one after another, until the work is done. @returns how long each took, ms */
  during(work: Promise<unknown>): Promise<Spread>;
};

/** A visitor with a new number each time. */
function walkOneByOne(origin: string, gateway: Pick<SmsGateway, 'next'>): Visitor {
  let mobile = 6_000_000_000;
  return {
    async during(work) {
      const working = { isDone: false };
      const ended = () => {
        working.isDone = true;
      };
      work.then(ended, ended);
      const times: number[] = [];
      const client = new Client(origin, { pipelining: 1 });
      while (!working.isDone) {
        const from = performance.now();
        const tools = { client, gateway, recorder: new Recorder() };
        await new Shopper(String((mobile += 1)), tools).wholeJourney();
        times.push(performance.now() - from);
      }
      await client.close();
      await work;
      return spreadOf(times);
    },
  };
}
