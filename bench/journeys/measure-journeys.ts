// `npm run bench:journeys [-- --at 1,8,32 --seconds 20 --serves 2 --rounds 3]`: whole journeys
// through the built product in its production programs, on a durable PostgreSQL of its own.
// Requires the books to be right afterwards, never a speed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/storage/database.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { checkBooks, findsPlantedFault, readBooks, waitForDelivery } from './books.ts';
import { startChild } from './child-program.ts';
import { openStatistics } from './database-statistics.ts';
import { memoryOf } from './processor-time.ts';
import { readOptions } from './options.ts';
import { operate, startProduct } from './product.ts';
import { printStage, printProfile } from './print.ts';
import { gatewayOf, measureStage, reportsOf, type Stage } from './stage.ts';

const options = readOptions(process.argv.slice(2));
const warmUpMs = 3000;
const rampMs = 1000;
/** Journeys a second that there are vouchers for. */
const mostPerSecond = 800;

await buildWeb();
const folder = await mkdtemp(path.join(os.tmpdir(), 'inaam-journeys-'));
const postgres = await startPostgres({
  dataFolder: path.join(folder, 'postgresql'),
  settings: { shared_preload_libraries: 'pg_stat_statements' },
});
try {
  const result = await measure();
  const date = new Date().toISOString().slice(0, 10);
  const file = path.join(import.meta.dirname, '../results', `journeys-${date}.json`);
  await writeFile(file, `${JSON.stringify({ date, ...result }, null, 2)}\n`);
  if (result.books.faults.length > 0) process.exitCode = 1;
} finally {
  await postgres.discard();
  if (!options.profile) await rm(folder, { recursive: true });
}

async function measure() {
  await mkdir(folder, { recursive: true });
  const statistics = await openStatistics(postgres.urlOf('postgres'), 'inaam');
  const generator = await startChild({
    file: 'bench/journeys/generator.ts',
    logFile: path.join(folder, 'generator.log'),
    hasChannel: true,
  });
  const next = reportsOf(generator);
  const gateway = await gatewayOf(next);
  const { serves: count, profile } = options;
  const product = await startProduct({
    databaseUrl: postgres.url,
    folder,
    serves: count,
    gateway,
    profile,
  });
  const programs = { serve: product.serves.map(({ pid }) => pid), deliver: [product.deliver.pid] };
  const measured = { generator, statistics, programs };
  const play = (atOnce: number, windowMs: number) =>
    measureStage(measured, next, {
      contender: 'journey',
      addresses: product.origins,
      atOnce,
      rampMs,
      windowMs,
    });

  const stages: Stage[] = [await play(8, warmUpMs)];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const atOnce of options.at) {
      await product.stockVouchers(options.seconds * Math.min(mostPerSecond, 100 * atOnce));
      const stage = await play(atOnce, options.seconds * 1000);
      stages.push(stage);
      printStage(stage);
    }
  }
  const memory = {
    serveMegabytes: await memoryOf(product.serves[0]?.pid ?? -1),
    deliverMegabytes: await memoryOf(product.deliver.pid),
  };
  const dearest = await statistics.dearest(12);
  const books = await closeBooks(stages, product);
  await product.stop();
  generator.child.disconnect();
  await statistics.close();
  if (profile) await printProfile(folder, dearest);
  const machine = { processors: os.cpus().length, model: os.cpus()[0]?.model, load: os.loadavg() };
  const [, ...shown] = stages.map(withoutOutcomes);
  const { durability } = statistics;
  return { machine, options, durability, stages: shown, memory, books, dearest };
}

/** They contain codes, and are many. */
function withoutOutcomes({ order, perSecond, recorded, processor, ...stage }: Stage) {
  const { statements, transactions } = stage;
  return { order, perSecond, ...recorded, processor, statements, transactions };
}

type Product = Awaited<ReturnType<typeof startProduct>>;

async function closeBooks(stages: readonly Stage[], { variables, origins }: Product) {
  const database = openDatabase(postgres.url, 1);
  const isDelivered = await waitForDelivery(database);
  const rows = await readBooks(database);
  await database.end();
  const outcomes = stages.flatMap((stage) => stage.outcomes);
  const indexSecret = variables['INDEX_SECRET'] ?? '';
  const { faults, ...counts } = checkBooks(rows, outcomes, indexSecret);
  const last = stages.at(-1);
  if (!isDelivered) faults.push('a message is still owed');
  if ((last?.repeatedSms ?? 0) > 0) faults.push(`${last?.repeatedSms} SMS came twice`);
  if (!findsPlantedFault(rows, outcomes, indexSecret)) {
    faults.push('the check does not find a wrong amount that was planted');
  }
  const site = origins[0] ?? '';
  const verified = await operate(['ledger', 'verify', '--site', site], variables);
  const books = { completed: outcomes.length, ...counts, faults };
  process.stdout.write(`books: ${JSON.stringify(books)}\nledger: ${JSON.stringify(verified)}\n`);
  return { ...books, ledger: verified };
}
