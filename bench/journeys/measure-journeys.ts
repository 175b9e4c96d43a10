// `npm run bench -- journeys [--at 1,8,32 --seconds 20 --serves 2 --rounds 3]`: whole journeys
// through the built product in its production programs, on a separate, durable PostgreSQL. Checks
// the books afterwards, and asserts no speed.
import path from 'node:path';
import { openDatabase } from '@inaam/server/database/database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { measureBesideConsoles, type Beside } from './beside-consoles.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { checkBooks, findsPlantedFault, readBooks, waitForDelivery } from './books.ts';
import { startChild } from './product/child-program.ts';
import { openStatistics } from './instruments/database-statistics.ts';
import { memoryOf } from './instruments/processor-time.ts';
import { readOptions } from './options.ts';
import { startPeers } from './peers/start-peers.ts';
import { operate, startProduct, type Product } from './product/product.ts';
import { printProfile, printRatios, printStage } from './print.ts';
import { ratiosOf } from './ratios.ts';
import { startConsole } from './product/start-console.ts';
import {
  gatewayOf,
  measureStage,
  reportsOf,
  type Instruments,
  type Measurable,
  type Stage,
} from './stage.ts';

const options = readOptions(process.argv.slice(2));
/** Long enough for a steady state: about a journey's time when so many are under way. */
const rampMsOf = (atOnce: number) => 1000 + 40 * atOnce;
const windowOf = (atOnce: number) => {
  return { atOnce, rampMs: rampMsOf(atOnce), windowMs: options.seconds * 1000 };
};
const warmUp = { atOnce: 8, rampMs: rampMsOf(8), windowMs: 3000 };
/** Of arrivals, so that the first of them have ended. */
const arrivalRampMs = 5000;
/** Journeys a second that there are vouchers for. */
const throughputMax = 800;

await buildWeb();
const { postgres, folder, discard } = await startMeasuredPostgres();
try {
  const result = await measure();
  if (!options.profile) await writeResult(resultName(), result);
  if (result.books.faults.length > 0) process.exitCode = 1;
} finally {
  await discard(options.profile);
}

/** The name says what was measured beside the journeys: no result replaces another. */
function resultName(): string {
  const { peers, snapshot, overload, filled, consoles, serves } = options;
  return [
    'journeys',
    ...(peers ? ['peers'] : []),
    ...(snapshot ? ['snapshot'] : []),
    ...(overload ? ['overload'] : []),
    ...(filled > 0 ? [`filled-${filled}`] : []),
    ...(consoles > 0 ? [`${consoles}-consoles`] : []),
    ...(serves > 1 ? [`${serves}-serves`] : []),
  ].join('-');
}

async function measure() {
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const generator = await startChild({
    file: 'bench/journeys/generator.ts',
    logFile: path.join(folder, 'generator.log'),
    hasChannel: true,
  });
  const instruments = { generator, statistics, next: reportsOf(generator) };
  const gateway = await gatewayOf(instruments.next);
  const { serves, profile } = options;
  const databaseUrl = postgres.url;
  const product = await startProduct({ databaseUrl, folder, serves, gateway, profile });
  const { variables } = product;
  const peers = options.peers
    ? await startPeers({ postgres, folder, gateway, variables })
    : undefined;
  const measurables = [
    measurableOf(product, 'journey'),
    ...(peers ? [measurableOf(product, 'signIn'), ...peers.measurables] : []),
  ];
  const warmUps: Stage[] = [];
  for (const measurable of measurables) {
    warmUps.push(await measureStage(instruments, measurable, warmUp));
  }
  const stages = await measureStages(instruments, measurables, product.stockVouchers);
  const snapshot = options.snapshot ? await measureWithSnapshot(instruments, product) : [];
  const overload = options.overload ? await measureOverload(instruments, product, stages) : [];
  const filled = options.filled > 0 ? await measureFilled(instruments, product) : [];
  const beside =
    options.consoles > 0 ? await measureConsoles(instruments, product) : { stages: [], calls: [] };
  const memory = {
    serveMegabytes: await memoryOf(product.serves[0]?.pid ?? -1),
    deliverMegabytes: await memoryOf(product.deliver.pid),
  };
  const dearest = await statistics.dearest('inaam', 12);
  const books = await closeBooks(
    [...warmUps, ...stages, ...snapshot, ...overload, ...filled, ...beside.stages],
    product,
  );
  await product.stop();
  await peers?.stop();
  generator.child.disconnect();
  await statistics.close();
  if (profile) await printProfile(folder, dearest);
  const ratios = ratiosOf([
    ...stages,
    ...[...snapshot, ...filled, ...beside.stages].map(asContender),
  ]);
  printRatios(ratios);
  const { durability } = statistics;
  return {
    options,
    durability,
    stages: stages.map(shownOf),
    snapshot: snapshot.map(shownOf),
    overload: overload.map(shownOf),
    filled: filled.map(shownOf),
    consoles: { stages: beside.stages.map(shownOf), calls: beside.calls },
    ratios,
    memory,
    books,
    dearest,
  };
}

/** As many as a stage can have at most. */
function journeysOf(atOnce: number): number {
  return options.seconds * Math.min(throughputMax, 100 * atOnce);
}

/** In each round the next one begins. */
async function measureStages(
  instruments: Instruments,
  measurables: readonly Measurable[],
  stockVouchers: Product['stockVouchers'],
  circumstance?: string,
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const first = round % measurables.length;
    const order = [...measurables.slice(first), ...measurables.slice(0, first)];
    for (const atOnce of options.at) {
      await stockVouchers(journeysOf(atOnce));
      for (const measurable of order) {
        const window = windowOf(atOnce);
        const stage = await measureStage(instruments, measurable, window, circumstance);
        stages.push(stage);
        printStage(stage);
      }
    }
  }
  return stages;
}

/** The journeys again, in tables that already hold `options.filled` shoppers. */
async function measureFilled(instruments: Instruments, product: Product): Promise<Stage[]> {
  const sizes = options.at.reduce((sum, atOnce) => sum + journeysOf(atOnce), 0);
  await product.stockVouchers(options.rounds * sizes);
  const database = openDatabase(postgres.url, 2);
  const from = performance.now();
  await fillCampaign(database, 'biscuit-2025', options.filled);
  // Of the pool's only connection now; a vacuum cannot be in the same query.
  await database.query('set statement_timeout = 0; set lock_timeout = 0');
  await database.query('vacuum analyze');
  await database.end();
  const seconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(`${options.filled} shoppers were filled in within ${seconds} s.\n`);
  return measureStages(instruments, [measurableOf(product, 'journey')], stockNothing, 'filled');
}

async function measureConsoles(instruments: Instruments, product: Product): Promise<Beside> {
  const { consoles, rounds, at } = options;
  const { variables, aheadMs, stockVouchers } = product;
  if (options.filled === 0) {
    await stockVouchers(2 * rounds * at.reduce((sum, atOnce) => sum + journeysOf(atOnce), 0));
  }
  const program = await startConsole({ variables, folder, aheadMs });
  const beside = await measureBesideConsoles(
    instruments,
    measurableOf(product, 'journey'),
    { program, aheadMs },
    { consoles, rounds, windows: at.map(windowOf) },
  );
  await program.stop();
  return beside;
}

/** Nothing that was written since the snapshot can be cleaned up while it is open. */
async function measureWithSnapshot(instruments: Instruments, product: Product): Promise<Stage[]> {
  const database = openDatabase(postgres.url, 1);
  const connection = await database.connect();
  await connection.query('set idle_in_transaction_session_timeout = 0');
  await connection.query('begin isolation level repeatable read; select count(*) from inaam.head');
  const { stockVouchers } = product;
  const measurables = [measurableOf(product, 'journey')];
  const stages = await measureStages(instruments, measurables, stockVouchers, 'snapshot open');
  connection.release(true);
  await database.end();
  return stages;
}

async function measureOverload(
  instruments: Instruments,
  product: Product,
  stages: readonly Stage[],
): Promise<Stage[]> {
  const peak = Math.max(...stages.map(({ perSecond }) => perSecond));
  const loads = [
    ['half of the peak', peak / 2],
    ['twice the peak', peak * 2],
    ['half of the peak again', peak / 2],
  ] as const;
  const windowMs = options.seconds * 1000;
  await product.stockVouchers((peak * 3 * (windowMs + 2 * arrivalRampMs)) / 1000);
  const measured: Stage[] = [];
  for (const [circumstance, rate] of loads) {
    const window = { atOnce: 0, arrivals: Math.round(rate), rampMs: arrivalRampMs, windowMs };
    const measurable = measurableOf(product, 'journey');
    const stage = await measureStage(instruments, measurable, window, circumstance);
    measured.push(stage);
    printStage(stage);
  }
  return measured;
}

/** The operator's command refuses to load beside the codes filled in, which no key opens. */
async function stockNothing(): Promise<void> {}

function asContender({ order, circumstance, perSecond, processor }: Stage) {
  const contender = `${order.contender}, ${circumstance}`;
  return { order: { contender, atOnce: order.atOnce }, perSecond, processor };
}

function measurableOf(
  { origins, serves, deliver, draw }: Product,
  contender: 'journey' | 'signIn',
): Measurable {
  const programs = {
    serve: serves.map(({ pid }) => pid),
    deliver: [deliver.pid],
    draw: [draw.pid],
  };
  return { contender, addresses: origins, database: 'inaam', programs };
}

/** Without the codes of the outcomes and the addresses of this machine. */
function shownOf({ order, circumstance, perSecond, recorded, ...stage }: Stage) {
  const { contender, atOnce, arrivals } = order;
  const { processor, database } = stage;
  const load = { contender, circumstance, atOnce, arrivals };
  return { ...load, perSecond, ...recorded, processor, ...database };
}

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
  // The entries of shoppers who were filled in mean nothing.
  const verified =
    options.filled > 0
      ? 'not verified'
      : await operate(['ledger', 'verify', '--site', site], variables);
  const askedAgain = last?.askedAgain ?? 0;
  const books = { completed: outcomes.length, ...counts, askedAgain, faults };
  process.stdout.write(`books: ${JSON.stringify(books)}\nledger: ${JSON.stringify(verified)}\n`);
  return { ...books, ledger: verified };
}
