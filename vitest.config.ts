// The four projects of tests: the house's own rules, units, what needs PostgreSQL, walks in a real browser. `npm test`
// runs them one after the other; `npx vitest --project unit` runs one.
import { configDefaults, defineConfig } from 'vitest/config';

const unit = [
  'contract/**/*.test.ts',
  'campaigns/**/*.test.ts',
  'server/{rules,keys}/**/*.test.ts',
  'ground/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
];
const api = ['server/**/*.test.ts', 'demo/**/*.test.ts', 'house/setup/**/*.test.ts'];
const walks = ['e2e/**/*.test.ts', 'web/**/*.browser.test.ts'];
const never = [...configDefaults.exclude, '**/dist/**', '.cache/**', '.data/**'];
const minute = 60_000;

/** The report is named for the one project that was asked for. */
function reportName(): string {
  const at = process.argv.findIndex((arg) => arg.startsWith('--project'));
  const asked = process.argv[at]?.split('=')[1] ?? process.argv[at + 1];
  return at === -1 || asked === undefined ? 'all' : asked;
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    passWithNoTests: false,
    bail: 0,
    sequence: { shuffle: { files: true, tests: true } },
    reporters: ['default', 'json'],
    outputFile: { json: `.reports/${reportName()}.json` },
    projects: [
      {
        extends: true,
        test: {
          name: 'house',
          include: ['house/**/*.test.ts'],
          exclude: [...never, 'house/setup/**'],
          setupFiles: ['house/setup/quiet-console.ts'],
          // Some of them run the compiler.
          testTimeout: minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: [...never, ...walks],
          setupFiles: ['house/setup/quiet-console.ts'],
          testTimeout: minute / 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: api,
          exclude: [...never, ...unit],
          globalSetup: ['house/setup/postgres.ts'],
          setupFiles: ['house/setup/quiet-console.ts'],
          testTimeout: minute / 2,
          hookTimeout: minute / 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'walks',
          include: walks,
          exclude: never,
          globalSetup: ['house/setup/postgres.ts', 'e2e/setup/product.ts'],
          setupFiles: ['house/setup/quiet-console.ts'],
          testTimeout: minute,
          hookTimeout: 2 * minute,
        },
      },
    ],
  },
});
