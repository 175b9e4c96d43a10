// `npm run bench -- journeys [--at 1,8,32 --seconds 20 --rounds 3]`: whole journeys
// through the built product in its production programs, on a separate, durable PostgreSQL. Checks
// the books afterwards, and asserts no speed.
import { openDatabase } from '@inaam/server/database/database.ts';
import type { Stocked } from '@inaam/testing/product/prepare-database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { endPrograms } from '@inaam/testing/server/programs/program-process.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { checkBooks, findsPlantedFault, readBooks, waitForDelivery } from './books.ts';
import { openStatistics } from './instruments/database-statistics.ts';
import { memoryOf } from './instruments/processor-time.ts';
import { startNetwork, type Network } from './network.ts';
import { startPeers } from './peers/start-peers.ts';
import { prepare, startPrograms, stockFor, type Product, type Variables } from './product.ts';
import { printDearest, printRatios, printStage } from './print.ts';
import { ratiosOf } from './ratios.ts';
import { neverEnded } from './shoppers/inbox.ts';
import {
  measureStage,
  startInstruments,
  withIdle,
  type Instruments,
  type Measurable,
  type Stage,
} from './stage.ts';
import { parseArgs } from 'node:util';
import * as z from 'zod';

type Options = {
  /** How many shoppers at once, stage by stage. */
  at: number[];
  seconds: number;
  rounds: number;
  peers: boolean;
  /** Milliseconds to the database, in each direction; undefined: no network. */
  network?: number | undefined;
  /** Shoppers who have taken part before the stages are measured again; 0: they are not. */
  filled: number;
  /** New shoppers at half of the peak, at twice the peak, and at half of it again. */
  overload: boolean;
};

const wholeNumber = z.coerce.number().int().min(1);
const shape = z.object({
  at: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1))),
  seconds: wholeNumber,
  rounds: wholeNumber,
  peers: z.boolean(),
  network: z.coerce.number().int().min(0).optional(),
  filled: z.coerce.number().int().min(0),
  overload: z.boolean(),
});

/** @throws Error for an option that does not exist or fit */
function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      at: { type: 'string', default: '1,8,32,128,512' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '1' },
      peers: { type: 'boolean', default: false },
      network: { type: 'string' },
      filled: { type: 'string', default: '0' },
      overload: { type: 'boolean', default: false },
    },
  });
  return shape.parse(values);
}

const options = readOptions(process.argv.slice(2));
/** Long enough for a steady state: about a journey's time when so many are under way. */
const rampMsOf = (atOnce: number) => 1000 + 40 * atOnce;
const windowMs = options.seconds * 1000;
const networks: Network[] = [];
const warmUp = { atOnce: 8, rampMs: rampMsOf(8), windowMs: 6000 };
/** Some of what programs do when nobody comes, they do every ten seconds. */
const idleMs = Math.max(10_000, windowMs);
/** Of arrivals, so that the first of them have ended. */
const arrivalRampMs = 5000;
/** Journeys a second that there are vouchers for. */
const throughputMax = 800;

type Measured = Variables & { journey: Measurable; stocked: Stocked; instruments: Instruments };

await buildWeb();
const { postgres, folder, discard } = await startMeasuredPostgres();
try {
  const result = await measure();
  await writeResult(resultName(), result);
  for (const fault of result.books.faults) process.stderr.write(`Failed to measure: ${fault}.\n`);
  if (result.books.faults.length > 0) process.exitCode = 1;
} finally {
  await endPrograms();
  for (const network of networks) network.close();
  await discard();
}

/** The same database over the network, if there is one. */
async function through(url: string): Promise<Pick<Network, 'url'> & Pick<Measurable, 'traffic'>> {
  if (options.network === undefined) return { url, traffic: () => ({}) };
  const network = await startNetwork(url, options.network);
  networks.push(network);
  return network;
}

/** The name says what was measured beside the journeys: no result replaces another. */
function resultName(): string {
  const { peers, network, overload, filled } = options;
  return [
    'journeys',
    ...(peers ? ['peers'] : []),
    ...(network === undefined ? [] : [`network-${network}`]),
    ...(overload ? ['overload'] : []),
    ...(filled > 0 ? [`filled-${filled}`] : []),
  ].join('-');
}

async function measure() {
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const { instruments, gateway } = await startInstruments(statistics);
  const { url, traffic } = await through(postgres.url);
  const { stocked, ...variables } = await prepare(postgres.url, folder, url);
  const product = await startPrograms(variables, { folder, gateway });
  const peers = options.peers ? await startPeers(postgres, gateway, through) : undefined;
  const own = measurableOf(product, traffic);
  const started = peers
    ? [own, { ...own, contender: 'signIn' as const }, ...peers.measurables]
    : [own];
  const warmUps: Stage[] = [];
  const measurables: Measurable[] = [];
  for (const each of started) warmUps.push(await measureStage(instruments, each, warmUp));
  for (const each of started) measurables.push(await withIdle(instruments, each, idleMs));
  const [journey = own] = measurables;
  const measured = { ...variables, journey, stocked, instruments };
  const stages = await measureStages(measured, measurables);
  const overload = options.overload ? await measureOverload(measured, stages) : [];
  const filled = options.filled > 0 ? await measureFilled(measured) : [];
  const programs = {
    idleStatementsASecond: (journey.idle?.database['statements'] ?? 0) * 1000,
    serveMegabytes: await memoryOf(product.serve.pid),
    deliverMegabytes: await memoryOf(product.deliver.pid),
    drawMegabytes: await memoryOf(product.draw.pid),
  };
  const dearest = await statistics.dearest('inaam', 12);
  const books = await closeBooks([...warmUps, ...stages, ...overload, ...filled], measured);
  await stocked.database.end();
  await product.stop();
  await peers?.stop();
  instruments.generator.disconnect();
  await statistics.close();
  const ratios = ratiosOf([...stages, ...filled.map(asContender)]);
  printRatios(ratios);
  printDearest(dearest);
  process.stdout.write(`${JSON.stringify(programs)}\n`);
  const { durability } = statistics;
  const shown = {
    stages: stages.map(shownOf),
    overload: overload.map(shownOf),
    filled: filled.map(shownOf),
  };
  return { options, durability, ...shown, ratios, programs, books, dearest };
}

/** As many as a stage can have at most. */
function journeysOf(atOnce: number): number {
  return options.seconds * Math.min(throughputMax, 100 * atOnce);
}

/** In each round the next one begins. */
async function measureStages(
  { instruments, stocked }: Measured,
  measurables: readonly Measurable[],
  circumstance?: string,
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const first = round % measurables.length;
    const order = [...measurables.slice(first), ...measurables.slice(0, first)];
    for (const atOnce of options.at) {
      await stockFor(stocked, journeysOf(atOnce));
      for (const measurable of order) {
        const window = { atOnce, rampMs: rampMsOf(atOnce), windowMs };
        const stage = await measureStage(instruments, measurable, window, circumstance);
        stages.push(stage);
        printStage(stage);
      }
    }
  }
  return stages;
}

/** The journeys again, in tables that already hold `options.filled` shoppers. */
async function measureFilled(measured: Measured): Promise<Stage[]> {
  const database = openDatabase(postgres.url, 2);
  const from = performance.now();
  await fillCampaign(database, 'biscuit-2025', options.filled);
  // Of the pool's only connection now; a vacuum cannot be in the same query.
  await database.query('set statement_timeout = 0; set lock_timeout = 0');
  await database.query('vacuum analyze');
  const { rows } = await database.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  await database.end();
  const seconds = Math.round((performance.now() - from) / 1000);
  const gigabytes = (Number(rows[0]?.bytes) / 1e9).toFixed(2);
  process.stdout.write(
    `${options.filled} shoppers were filled in within ${seconds} s; the database has ${gigabytes} GB.\n`,
  );
  return measureStages(measured, [measured.journey], 'filled');
}

async function measureOverload(
  { instruments, journey, stocked }: Measured,
  stages: readonly Stage[],
): Promise<Stage[]> {
  const own = stages.filter(({ order }) => order.contender === 'journey');
  const peak = Math.max(...own.map(({ perSecond }) => perSecond));
  const loads = [
    ['half of the peak', peak / 2],
    ['twice the peak', peak * 2],
    ['half of the peak again', peak / 2],
  ] as const;
  await stockFor(stocked, (peak * 3 * (windowMs + 2 * arrivalRampMs)) / 1000);
  const measured: Stage[] = [];
  for (const [circumstance, rate] of loads) {
    const window = { atOnce: 0, arrivals: Math.round(rate), rampMs: arrivalRampMs, windowMs };
    const stage = await measureStage(instruments, journey, window, circumstance);
    measured.push(stage);
    printStage(stage);
  }
  return measured;
}

function asContender({ order, circumstance, ...stage }: Stage) {
  const contender = `${order.contender}, ${circumstance}`;
  return { ...stage, order: { contender, atOnce: order.atOnce } };
}

function measurableOf(
  { origin, serve, deliver, draw }: Product,
  traffic: Measurable['traffic'],
): Measurable {
  const programs = {
    serve: [serve.pid],
    deliver: [deliver.pid],
    draw: [draw.pid],
  };
  return { contender: 'journey', address: origin, database: 'inaam', programs, traffic };
}

/** Without the codes of the outcomes and the addresses of this machine. */
function shownOf({ order, circumstance, perSecond, recorded, ...stage }: Stage) {
  const { contender, atOnce, arrivals } = order;
  const { processor, database, network } = stage;
  const load = { contender, circumstance, atOnce, arrivals };
  return { ...load, perSecond, ...recorded, processor, ...database, ...network };
}

async function closeBooks(
  stages: readonly Stage[],
  { stocked, variables, drawVariables }: Measured,
) {
  const { database, keys } = stocked;
  const isDelivered = await waitForDelivery(database);
  const rows = await readBooks(postgres.url);
  const outcomes = stages.flatMap((stage) => stage.outcomes);
  const { faults, ...counts } = checkBooks(rows, outcomes, keys);
  const last = stages.at(-1);
  if (!isDelivered) faults.push('a message is still owed');
  if ((last?.repeatedSms ?? 0) > 0) faults.push(`${last?.repeatedSms} SMS came twice`);
  if (!findsPlantedFault(rows, outcomes, keys)) {
    faults.push('the check does not find a wrong amount that was planted');
  }
  for (const [kind, count] of stages.flatMap(({ recorded }) => Object.entries(recorded.errors))) {
    if (kind.startsWith(neverEnded)) faults.push(`${count} steps ${kind}`);
  }
  // The entries of shoppers who were filled in mean nothing.
  const ledger = options.filled > 0 ? 'not verified' : await verifyLedger();
  const askedAgain = last?.askedAgain ?? 0;
  const books = { completed: outcomes.length, ...counts, askedAgain, faults, ledger };
  process.stdout.write(`books: ${JSON.stringify(books)}\n`);
  return books;

  async function verifyLedger() {
    const words = ['ledger', 'verify', '--json'];
    const verified = await runOperatorInProcess(words, {
      variables: { ...variables, ...drawVariables },
    });
    if (verified.exit !== 0) faults.push(`the ledger is not verified: ${verified.errors}`);
    return verified.exit === 0 ? verified.json() : undefined;
  }
}
