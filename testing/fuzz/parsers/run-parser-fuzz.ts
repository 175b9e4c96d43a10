// `npm run fuzz:parsers [-- inputs seed]`. Prints the result as JSON; ends with an error if
// something was found.
import { seededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { fuzzGuided } from './coverage-guided.ts';
import { firstInputs, tryParsers } from './try-parsers.ts';

const [inputs = '100000', seed = String(Date.now())] = process.argv.slice(2);
const random = seededRandom(seed, 'fuzz');
const start = performance.now();
const result = await fuzzGuided({
  run: tryParsers,
  firstInputs,
  covered: '/contract/',
  inputs: Number(inputs),
  random: () => random.next(),
});
const seconds = Math.round((performance.now() - start) / 1000);
const date = new Date().toISOString().slice(0, 10);
process.stdout.write(`${JSON.stringify({ date, seed, ...result, found: 0, seconds }, null, 2)}\n`);
