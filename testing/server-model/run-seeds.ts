// `npm run drill -- seeds [10000 --from 1 --minutes 5 --packs]`: runs the simulation for each seed
// on a separate PostgreSQL; with `--packs`, each pack has a code. Prints the number of passes; ends
// at the first failure with its seed and the shortest run that reproduces it.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { onServer } from '../product/run.ts';
import type { TestServer } from '../server/app/server-on-database.ts';
import { createSimulation } from './simulation.ts';

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, minutes: { type: 'string' }, packs: { type: 'boolean' } },
  allowPositionals: true,
});
const seeds = wholeNumber('The number of seeds', positionals[0] ?? '10000', 1);
const first = wholeNumber('--from', values.from ?? '1', 0);
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0, such as 5 or 0.5.');
const { packs: hasPacks = false } = values;
const reportEvery = 500;

const simulation = createSimulation({ runs: seeds, hasPacks });
try {
  await onServer(simulation.options, runSeeds);
} catch (error) {
  process.exitCode = 1;
  process.stdout.write(`${messagesOf(error)}\n`);
}

async function runSeeds(server: TestServer): Promise<void> {
  const property = simulation.property(server);
  const start = performance.now();
  const end = start + minutes * 60_000;
  const took = () => Math.round((performance.now() - start) / 1000);
  let done = 0;
  const runSeed = (seed: number) =>
    fc.assert(property, { seed, numRuns: 1 }).catch((error: unknown) => {
      const repeat = `npm run drill -- seeds${hasPacks ? ' --packs' : ''}`;
      throw new Error(
        `Seed ${seed} fails. Repeat it: ${repeat} 1 --from ${seed}; if that goes well, it depends on the runs before: ${repeat} ${done + 1} --from ${first}\n${messagesOf(error)}`,
      );
    });
  while (done < seeds && performance.now() < end) {
    await runSeed(first + done);
    done += 1;
    if (done % reportEvery === 0) process.stderr.write(`${done} seeds in ${took()} s\n`);
  }
  if (done === 0)
    throw new Error('No seed was run: the time was up before the first. Allow more --minutes.');
  await simulation.assertStoreAddsUp(server);
  const last = first + done - 1;
  process.stdout.write(`${JSON.stringify({ seeds: done, first, last, seconds: took() })}\n`);
}

function wholeNumber(name: string, text: string, min: number): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min) return number;
  throw new Error(`${name} must be a whole number of at least ${min}.`);
}

function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n${error.cause.stack ?? error.cause.message}` : '';
  return `${error.message}${cause}`;
}
