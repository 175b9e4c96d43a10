// The tests of one area, in Stryker's copy of the repository, which is the working directory.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { areas } from './areas.ts';

const area = areas.find(({ name }) => name === process.env['MUTATION_AREA']);

export default defineConfig({
  // node_modules links to the original, where @inaam/contract is the code without mutants.
  resolve: { alias: [{ find: /^@inaam\//, replacement: `${path.resolve()}/` }] },
  test: {
    include: [...(area?.tests ?? [])],
    // A worker per mutant, not per file: each mutant reloads everything.
    isolate: false,
    setupFiles: [
      path.resolve('testing/setup/strict-console.ts'),
      path.resolve('testing/mutation/fewer-runs.ts'),
    ],
    testTimeout: 20_000,
  },
});
