// `npm run drill -- fuzz [--requests 1000000 --seed 1]`: on a temporary PostgreSQL. Prints the
// result as JSON; fails if anything was found.
import { parseArgs } from 'node:util';
import { onServer, printResult } from '../product/run.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));

await onServer({}, (server) =>
  printResult(async () => ({ seed, ...(await fuzz(server, { requests, seed })), found: 0 })),
);
