// The tests of one area, in Stryker's copy of the repository, whose root is the working directory.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

const area = areas.find(({ name }) => name === process.env['MUTATION_AREA']);

export default defineConfig({
  // node_modules is a link to the original: @inaam/contract in it is the code without mutants.
  resolve: { alias: [{ find: /^@inaam\//, replacement: `${path.resolve()}/` }] },
  test: {
    include: [...(area?.tests ?? [])],
    // A worker for each mutant, not for each file: it loads everything anew.
    isolate: false,
    setupFiles: [
      path.resolve('testing/setup/strict-console.ts'),
      path.resolve('testing/mutation/fewer-runs.ts'),
    ],
    testTimeout: 20_000,
  },
});
