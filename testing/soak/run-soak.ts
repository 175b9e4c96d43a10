// `npm run soak -- --minutes 60 [--per-second 2]`: the product at half load, or at that one.
// Memory, handles and connections must not grow. Writes the slopes into a file of the day, and ends
// with an error if one is above its limit for certain, or a promise was broken.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isDatabaseUnavailable } from '@inaam/server/database/database-unavailable.ts';
import type { FaultProduct } from '../faults/product/fault-product.ts';
import type { History } from '../faults/visitors/history.ts';
import { recovery } from '../faults/visitors/recovery.ts';
import { runScenario } from '../faults/run-scenario.ts';
import type { Scenario } from '../faults/scenarios/scenario.ts';
import { frugal } from '../faults/scenarios/small-machine.ts';
import { refill } from '../faults/product/voucher-stock.ts';
import { carriedPerSecond, come } from './half-load.ts';
import { slopeOf } from './linear-fit.ts';
import { sampleOf, type Sample } from './resources.ts';

const everyMs = 5000;
/** In less time memory that is never given back looks like what is filled once. */
const judgedMinutes = 30;
/** Of the time: pools and caches are filled, and V8 compiles for about half an hour. */
const warmUp = 0.5;
/**
 * An hour's growth that would matter in a campaign of months. The pages of files are reported and
 * have none: they are at most as large as the files, and the kernel takes them back when it must.
 */
const limits = { MB: 1, handles: 1, connections: 1 } as const;
const results = path.join(import.meta.dirname, 'results');

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, 'per-second': { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 2)) throw new Error('--minutes must be a number of at least 2, such as 60.');
/** Instead of half of what is carried, where the machine has other work too. */
const given = values['per-second'] === undefined ? undefined : Number(values['per-second']);
if (given !== undefined && !(given > 0)) throw new Error('--per-second must be a number above 0.');

const figures: Record<string, unknown> = {};
const soak: Scenario = {
  title: `half load for ${minutes} minutes`,
  // A few who ask as in the other scenarios; the load is of others.
  restMs: 5000,
  isDirect: true,
  recoversMs: 5000,
  // As an operator starts them.
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

async function runSoak(product: FaultProduct, history: History) {
  const carried = given === undefined ? await carriedPerSecond(product, history) : undefined;
  const perSecond = given ?? (carried ?? 0) / 2;
  history.note(`load: ${perSecond} in a second`);
  const over = new AbortController();
  const coming = come(product, history, { perSecond, signal: over.signal });
  const samples: Sample[] = [];
  let missed = 0;
  const from = Date.now();
  try {
    while (Date.now() - from < minutes * 60_000) {
      await pause(everyMs);
      const sample = await sampleUnlessBusy(product);
      if (sample) samples.push(sample);
      else missed += 1;
      // One would do; so many say that the load was too much.
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

/** Also sees to it that there are vouchers. @returns undefined if the database did not answer */
async function sampleUnlessBusy(product: FaultProduct): Promise<Sample | undefined> {
  try {
    const sample = await sampleOf(product);
    await refill(product);
    return sample;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}

/** `grows`: also the least that the slope may be is above the limit. */
function figureOf(name: string, samples: readonly Sample[]) {
  const series = samples.map(({ at, values: all }) => ({ at, value: all[name] ?? 0 }));
  const { perHour, margin } = slopeOf(series);
  const [, limitPerHour] = Object.entries(limits).find(([ending]) => name.endsWith(ending)) ?? [];
  return {
    first: tenths(series.at(0)?.value),
    last: tenths(series.at(-1)?.value),
    most: tenths(Math.max(...series.map(({ value }) => value))),
    perHour: tenths(perHour),
    margin: tenths(margin),
    limitPerHour,
    grows: limitPerHour !== undefined && perHour - margin > limitPerHour,
  };
}

function tenths(value = Number.NaN): number {
  return Math.round(value * 10) / 10;
}
