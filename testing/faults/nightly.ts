// `npm run faults -- nightly [--minutes 60]`: the scenarios that kill, as often as a night allows.
// What has been reached stands in a file of the day; another run goes on from there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const results = path.join(import.meta.dirname, 'results');
/** One database is not used for more: there are so many vouchers. */
const parts = [
  // Each cut takes a commit, which many visitors make.
  { name: 'lost-commit', of: 2000, perRun: 500, visitors: 12 },
  { name: 'kill-postgres', of: 300, perRun: 75, visitors: 4 },
  { name: 'kill-deliver', of: 1000, perRun: 250, visitors: 8 },
  { name: 'kill-in-reward', of: 360, perRun: 90, visitors: 4 },
  { name: 'kill-serve', of: 640, perRun: 160, visitors: 4 },
] as const;
type Part = (typeof parts)[number];

const restMs = 300;

const tally = z.object({
  faults: z.number(),
  of: z.number(),
  runs: z.number(),
  journeys: z.number(),
  /** Of the runs, the slowest time until the site was back. */
  slowestMs: z.number(),
  recoversMs: z.number(),
  seconds: z.number(),
  brokenRuns: z.number(),
});
type Tally = z.infer<typeof tally>;
const file = z.object({ date: z.string(), scenarios: z.record(z.string(), tally) });

/** @param untilMs by `performance.now()` @returns whether all promises were kept */
export async function nightly(untilMs: number, print: (line: string) => void): Promise<boolean> {
  const date = new Date().toISOString().slice(0, 10);
  const name = path.join(results, `nightly-${date}.json`);
  const counted = existsSync(name)
    ? file.parse(JSON.parse(readFileSync(name, 'utf8'))).scenarios
    : {};
  mkdirSync(results, { recursive: true });
  for (;;) {
    const open = parts.filter((part) => (counted[part.name]?.faults ?? 0) < part.of);
    if (open.length === 0) break;
    for (const [place, part] of open.entries()) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      const before = counted[part.name];
      const until = performance.now() + leftMs / (open.length - place);
      const next = await runPart(part, before, until);
      counted[part.name] = next;
      writeFileSync(name, `${JSON.stringify({ date, scenarios: counted }, null, 2)}\n`);
      print(`${part.name}: ${next.faults} of ${part.of}`);
      if (next.brokenRuns > 0) return false;
    }
    if (untilMs <= performance.now()) break;
  }
  return true;
}

async function runPart(
  { name, of, perRun, visitors }: Part,
  before: Tally | undefined,
  untilMs: number,
) {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const {
    faults = 0,
    runs = 0,
    journeys = 0,
    slowestMs = 0,
    seconds = 0,
    brokenRuns = 0,
  } = before ?? {};
  const repeats = { times: Math.min(perRun, of - faults), untilMs, happened: 0 };
  const from = performance.now();
  const outcome = await runScenario(
    name,
    { ...scenario, restMs, visitors },
    { isDiscarded: false, repeats },
  );
  const { figures, isKept } = outcome;
  return {
    faults: faults + repeats.happened,
    of,
    runs: runs + 1,
    journeys: journeys + (figures?.journeys ?? 0),
    slowestMs: Math.max(slowestMs, figures?.recoveredMs ?? 0),
    recoversMs: scenario.recoversMs,
    seconds: seconds + Math.round((performance.now() - from) / 1000),
    // One that broke down proves nothing.
    brokenRuns: brokenRuns + (isKept && figures ? 0 : 1),
  };
}
