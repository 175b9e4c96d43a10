// `npm run drill -- faults nightly [scenario …] [--minutes 60]`: runs the scenarios that kill, or
// some of them, as often as a night allows. Progress is in a file of the day, from which another
// run continues.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const results = path.join(import.meta.dirname, 'results');
const quotas = [
  // Each cut takes a commit, which many visitors make.
  { name: 'lost-commit', of: 2000, visitors: 24, restMs: 100 },
  { name: 'kill-postgres', of: 300, visitors: 8, restMs: 100 },
  // Each kill takes two or three messages, and a journey has two.
  { name: 'kill-deliver', of: 1000, visitors: 4, restMs: 1000 },
  { name: 'kill-in-reward', of: 360, visitors: 8, restMs: 100 },
  { name: 'kill-serve', of: 640, visitors: 4, restMs: 100 },
] as const;
type Quota = (typeof quotas)[number];

const tally = z.object({
  faults: z.number(),
  of: z.number(),
  runs: z.number(),
  journeys: z.number(),
  /** Slowest recovery of all runs. */
  slowestMs: z.number(),
  recoversMs: z.number(),
  seconds: z.number(),
  brokenRuns: z.number(),
});
type Tally = z.infer<typeof tally>;
const file = z.object({ date: z.string(), scenarios: z.record(z.string(), tally) });

type Night = {
  /** By `performance.now()`. */
  untilMs: number;
  isBuilt: boolean;
  print: (line: string) => void;
};

/**
 * @param names of scenarios; all if empty
 * @returns whether all promises were kept
 */
export async function nightly(
  names: readonly string[],
  { untilMs, isBuilt, print }: Night,
): Promise<boolean> {
  const date = new Date().toISOString().slice(0, 10);
  const ofDay = path.join(results, `nightly-${date}.json`);
  mkdirSync(results, { recursive: true });
  const chosen = quotas.filter(({ name }) => names.length === 0 || names.includes(name));
  let built = isBuilt;
  for (;;) {
    const open = chosen.filter(({ name, of }) => (countedIn(ofDay)[name]?.faults ?? 0) < of);
    if (open.length === 0) break;
    for (const [place, quota] of open.entries()) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      const until = performance.now() + leftMs / (open.length - place);
      const left = quota.of - (countedIn(ofDay)[quota.name]?.faults ?? 0);
      const run = await runQuota(quota, { left, untilMs: until, isBuilt: built });
      built = true;
      // Others may have been counted meanwhile.
      const counted = countedIn(ofDay);
      const sum = sumOf(counted[quota.name], run);
      const scenarioTallies = { ...counted, [quota.name]: sum };
      writeFileSync(ofDay, `${JSON.stringify({ date, scenarios: scenarioTallies }, null, 2)}\n`);
      print(`${quota.name}: ${sum.faults} of ${quota.of}`);
      if (sum.brokenRuns > 0) return false;
    }
    if (untilMs <= performance.now()) break;
  }
  return true;
}

const countedIn = (name: string) =>
  existsSync(name) ? file.parse(JSON.parse(readFileSync(name, 'utf8'))).scenarios : {};

function sumOf(before: Tally | undefined, run: Tally): Tally {
  if (!before) return run;
  return {
    ...run,
    faults: before.faults + run.faults,
    runs: before.runs + run.runs,
    journeys: before.journeys + run.journeys,
    slowestMs: Math.max(before.slowestMs, run.slowestMs),
    seconds: before.seconds + run.seconds,
    brokenRuns: before.brokenRuns + run.brokenRuns,
  };
}

type QuotaRun = { left: number; untilMs: number; isBuilt: boolean };

async function runQuota(quota: Quota, { left, untilMs, isBuilt }: QuotaRun): Promise<Tally> {
  const { name, of, visitors, restMs } = quota;
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`Unknown scenario ${name}.`);
  const repeats = { times: left, untilMs, happened: 0 };
  const from = performance.now();
  const { figures, isKept } = await runScenario(
    name,
    { ...scenario, restMs, visitors },
    { isDiscarded: false, isBuilt, repeats },
  );
  return {
    faults: repeats.happened,
    of,
    runs: 1,
    journeys: figures?.journeys ?? 0,
    slowestMs: figures?.recoveredMs ?? 0,
    recoversMs: scenario.recoversMs,
    seconds: Math.round((performance.now() - from) / 1000),
    // A run that broke down proves nothing.
    brokenRuns: isKept && figures ? 0 : 1,
  };
}
