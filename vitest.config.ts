// The four projects of tests: the house's own rules, units, what needs PostgreSQL, walks in a real browser. `npm test`
// runs them all, the walks alone; `npx vitest --project unit` runs one. The walks' variants are run by name only.
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const unit = [
  'contract/**/*.test.ts',
  'campaigns/**/*.test.ts',
  'server/{rules,keys,ip-info,simulation}/**/*.test.ts',
  'runtime/**/*.test.ts',
  'verifier/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
];
const api = [
  'server/**/*.test.ts',
  'demo/**/*.test.ts',
  'testing/{setup,server,server-model}/**/*.test.ts',
];
const walks = ['e2e/**/*.test.ts', 'web/**/*.browser.test.ts'];
/** Every screen again at twice its size: by its own command, for the gate has six minutes. */
const sweeps = ['e2e/walks/zoom.test.ts'];
const never = [...configDefaults.exclude, '**/dist/**', '.cache/**', '.data/**'];
const minute = 60_000;
/** Test files at the same time, on two cores: whoever waits for a database or a browser leaves room beside it. */
const workers = { checks: 2, unit: 2, api: 3, walks: 4 } as const;

/** The one project that was asked for. */
function askedProject(): string | undefined {
  const at = process.argv.findIndex((arg) => arg.startsWith('--project'));
  if (at === -1) return undefined;
  return process.argv[at]?.split('=')[1] ?? process.argv[at + 1];
}

/** One number for the whole run: what vitest is given on its command line does not reach a project. */
function workersFor(project: string | undefined): number {
  const [kind] = (project ?? '').split('-');
  return Object.entries(workers).find(([name]) => name === kind)?.[1] ?? workers.unit;
}

/** The walks, with the product's answers travelling as `e2e/setup/travel.ts` is told. */
function walksProject(
  name: string,
  travel: { readonly encoding: 'object' | 'base64'; readonly delayMs: number },
  files: { readonly include: string[]; readonly exclude: string[] },
): TestProjectInlineConfiguration {
  // A walk has a dozen calls on its longest way; a poll waits for two.
  const slower = travel.delayMs > 0;
  return {
    extends: true,
    test: {
      name,
      ...files,
      globalSetup: ['testing/setup/postgres.ts', 'e2e/setup/product.ts'],
      setupFiles: ['testing/setup/quiet-console.ts'],
      provide: { travel },
      testTimeout: slower ? 4 * minute : minute,
      hookTimeout: 2 * minute,
      ...(slower ? { expect: { poll: { timeout: 10_000 } } } : {}),
    },
  };
}

const everyWalk = { include: walks, exclude: never };
const variants = new Map([
  ['walks-base64', walksProject('walks-base64', { encoding: 'base64', delayMs: 0 }, everyWalk)],
  ['walks-slow', walksProject('walks-slow', { encoding: 'object', delayMs: 2000 }, everyWalk)],
  [
    'walks-more',
    walksProject(
      'walks-more',
      { encoding: 'object', delayMs: 0 },
      { include: sweeps, exclude: never },
    ),
  ],
]);
const asked = askedProject();
const variant = variants.get(asked ?? '');

export default defineConfig({
  test: {
    maxWorkers: workersFor(asked),
    allowOnly: false,
    passWithNoTests: false,
    bail: 0,
    sequence: { shuffle: { files: true, tests: true } },
    reporters: ['default', 'json'],
    outputFile: { json: `.reports/${asked ?? 'all'}.json` },
    projects: [
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['checks/**/*.test.ts'],
          exclude: never,
          setupFiles: ['testing/setup/quiet-console.ts'],
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
          setupFiles: ['testing/setup/quiet-console.ts'],
          testTimeout: minute / 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: api,
          exclude: [...never, ...unit],
          globalSetup: ['testing/setup/postgres.ts'],
          setupFiles: ['testing/setup/quiet-console.ts'],
          testTimeout: minute / 2,
          hookTimeout: minute / 2,
        },
      },
      walksProject(
        'walks',
        { encoding: 'object', delayMs: 0 },
        { include: walks, exclude: [...never, ...sweeps] },
      ),
      ...(variant ? [variant] : []),
    ],
  },
});
