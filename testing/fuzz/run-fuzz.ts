// `npm run drill -- fuzz [--requests 1000000 --seed 1 --minutes 60]`: on a temporary PostgreSQL,
// until all requests are sent or the time is up; before that, as many inputs for the protocol's
// parsers. Prints the result as JSON; fails if anything was found.
import { parseArgs } from 'node:util';
import { onServer, printResult } from '../product/run.ts';
import { fuzz } from './fuzz.ts';
import { fuzzParsers } from './fuzz-parsers.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const requests = Number(values.requests ?? 100_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
const reportEvery = 50_000;

await onServer({}, (server) =>
  printResult(async () => {
    const end = performance.now() + minutes * 60_000;
    let printed = 0;
    const onRound = (sent: number) => {
      if (sent >= printed + reportEvery) {
        printed = sent;
        process.stderr.write(`${sent} requests\n`);
      }
      return performance.now() < end;
    };
    fuzzParsers(requests, seed);
    return { seed, ...(await fuzz(server, { requests, seed, onRound })), found: 0 };
  }),
);
