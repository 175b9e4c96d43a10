// `npm run drill -- soak --minutes 60 [--per-second 2]`: the product at half load, or at the given
// one. Memory, handles and connections must not grow. Writes the slopes to a file of the day, and
// fails if one certainly exceeds its limit, or a promise was broken.
import { mkdirSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '@inaam/server/database/connection-problems.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { runScenario, type Scenario } from '../faults/run-scenario.ts';
import { frugal } from '../faults/scenarios/small-machine.ts';
import { refill } from '../product/prepare-database.ts';
import { processTree } from '../product/machine.ts';
import type { Product } from '../product/product.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/observe.ts';
import { arrivals, carriedPerSecond } from '../visitors/visitors.ts';
import { slopeOf } from './linear-fit.ts';

const everyMs = 5000;
/** Groups of four visitors, to measure capacity. */
const groups = 6;
const load = { warmUpMs: 5000, forMs: 20_000 };
/** In a shorter run, a cache that fills once looks like a leak. */
const judgedMinutes = 30;
/** Share of the time in which pools and caches fill; V8 compiles for about half an hour. */
const warmUp = 0.5;
/**
 * Growth per hour that would matter in a campaign of months. File pages are reported without a
 * limit: they never exceed the files, and the kernel reclaims them when necessary.
 */
const limits = { MB: 1, handles: 1, connections: 1 } as const;
const results = path.join(import.meta.dirname, 'results');

const programs = ['serve', 'deliver', 'draw'] as const;

type Sample = { at: number; values: Readonly<Record<string, number>> };

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, 'per-second': { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 2)) throw new Error('--minutes must be a number of at least 2, such as 60.');
/** Replaces half of the capacity, if the machine has other work. */
const given = values['per-second'] === undefined ? undefined : Number(values['per-second']);
if (given !== undefined && !(given > 0)) throw new Error('--per-second must be a number above 0.');

const figures: Record<string, unknown> = {};
const soak: Scenario = {
  title: `half load for ${minutes} minutes`,
  // A few who retry as in the other scenarios; others create the load.
  restMs: 5000,
  isDirect: true,
  recoversMs: 5000,
  // As operators start them.
  variables: () => frugal,
  run: async (product, history) => {
    Object.assign(figures, await runSoak(product, history));
    return recovery(product, performance.now());
  },
};
const repeats = { times: undefined, untilMs: Number.POSITIVE_INFINITY, happened: 0 };
const { isKept, figures: ended } = await runScenario('soak', soak, { isDiscarded: false, repeats });
const isJudged = minutes >= judgedMinutes;
if (!ended || !isKept || (isJudged && figures['isFlat'] !== true)) process.exitCode = 1;
if (ended) {
  const date = new Date().toISOString().slice(0, 10);
  const result = { date, minutes, isJudged, ...figures, isKept };
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `soak-${minutes}-minutes-${date}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

async function runSoak(product: Product, history: History) {
  const visitors = { server: product, history };
  const carried = given === undefined ? await carriedPerSecond(visitors, groups, load) : undefined;
  const perSecond = given ?? (carried ?? 0) / 2;
  history.note(`load: ${perSecond} in a second`);
  const over = new AbortController();
  const coming = arrivals({ ...visitors, perSecond, signal: over.signal });
  const samples: Sample[] = [];
  let missed = 0;
  const from = Date.now();
  try {
    while (Date.now() - from < minutes * 60_000) {
      await pause(everyMs);
      const sample = await sampleUnlessBusy(product);
      if (sample) samples.push(sample);
      else missed += 1;
      // One would do; many show that the load was too high.
      if (missed > 20 && missed > samples.length / 10) throw new Error('The database is too busy.');
      if (samples.length % 60 === 0) process.stderr.write(`${samples.length / 12} minutes\n`);
    }
  } finally {
    over.abort();
  }
  const journeys = await coming;
  const warm = samples.filter(({ at }) => at - from >= warmUp * minutes * 60_000);
  const slopes = Object.fromEntries(
    Object.keys(warm[0]?.values ?? {}).map((name) => [name, figureOf(name, warm)]),
  );
  const isFlat = Object.values(slopes).every(({ grows }) => !grows);
  const counts = { journeys, samples: warm.length, missed };
  return { carriedPerSecond: carried, perSecond, ...counts, slopes, isFlat };
}

/** Also keeps vouchers in stock. @returns undefined if the database did not respond */
async function sampleUnlessBusy(product: Product): Promise<Sample | undefined> {
  try {
    const sample = await sampleOf(product);
    await refill(product);
    return sample;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}

/** `grows`: even the slope's lower bound exceeds the limit. */
function figureOf(name: string, samples: readonly Sample[]) {
  const series = samples.map(({ at, values: all }) => ({ at, value: all[name] ?? 0 }));
  const { perHour, margin } = slopeOf(series);
  const [, limitPerHour] = Object.entries(limits).find(([ending]) => name.endsWith(ending)) ?? [];
  return {
    first: tenths(series.at(0)?.value),
    last: tenths(series.at(-1)?.value),
    max: tenths(Math.max(...series.map(({ value }) => value))),
    perHour: tenths(perHour),
    margin: tenths(margin),
    limitPerHour,
    grows: limitPerHour !== undefined && perHour - margin > limitPerHour,
  };
}

function tenths(value = Number.NaN): number {
  return Math.round(value * 10) / 10;
}

/**
 * Per program: its own memory (MB), the pages of files that it has read (`files`, MB), mostly
 * Node's, and its open handles; and PostgreSQL's connections.
 */
async function sampleOf(product: Product): Promise<Sample> {
  const values: Record<string, number> = {};
  for (const name of programs) {
    const pids = processTree(product[name]().pid);
    if (pids.length === 0) throw new Error(`${name} has ended.`);
    values[`${name} MB`] = sumOf(pids.map((pid) => megabytesOf(pid, 'RssAnon')));
    values[`${name} files`] = sumOf(pids.map((pid) => megabytesOf(pid, 'RssFile')));
    values[`${name} handles`] = sumOf(pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length));
  }
  values['database connections'] = await connectionsOf(product.database);
  return { at: Date.now(), values };
}

function megabytesOf(pid: number, line: 'RssAnon' | 'RssFile'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const found = new RegExp(String.raw`^${line}:\s+(\d+) kB`, 'm').exec(status)?.[1];
  if (found === undefined) throw new Error(`The kernel does not report ${line} of a process.`);
  return Number(found) / 1024;
}

async function connectionsOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from pg_stat_activity where backend_type = 'client backend'`,
  );
  return Number(rows[0]?.count);
}
