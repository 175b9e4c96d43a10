// Five projects: repository checks, unit tests, those of the app (web), tests that need PostgreSQL
// (api), tests in a real browser (e2e).
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/setup/longest-first.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `This is Node ${process.versions.node}, and the tests need the Node 24 of the packages: start them with \`npx vitest\` or \`npm test\`.`,
  );
}

const unit = [
  'contract/**/*.test.ts',
  'campaigns/**/*.test.ts',
  'server/**/*.rules.test.ts',
  'server/{platform,sms,operator/settings}/**/!(*.sql|*.command).test.ts',
  'plugins/**/{post,settings,*.rules}.test.ts',
  'demo/simulation/**/*.test.ts',
  'runtime/**/*.test.ts',
  'verifier/**/*.test.ts',
  'bench/*.test.ts',
  'testing/*.test.ts',
];
const web = [
  'web/**/*.test.{ts,tsx}',
  '{console,plugins/*/{console,web}}/**/*.test.ts',
  'testing/web-model/**/*.test.ts',
];
const api = [
  'plugins/**/*.test.ts',
  'server/**/*.test.ts',
  'demo/**/*.test.ts',
  'testing/{attack,setup,server,server-model,fuzz,canaries,faults}/**/*.test.ts',
];
const e2e = ['{e2e,plugins/*/e2e}/**/*.test.ts', 'web/**/*.browser.test.ts'];
const never = [...configDefaults.exclude, '**/dist/**', '.cache/**', '.data/**'];
const minute = 60_000;
const setupFiles = ['testing/setup/strict-console.ts', 'testing/setup/file-limit.ts'];
/**
 * Test files that run at the same time on two cores: more where tests wait for a database or a
 * browser. The gate runs three projects at once, and takes fewer of e2e.
 */
const workers = { checks: 2, unit: 2, web: 2, api: 3, e2e: 4 } as const;

/** Longer than any file of the gate on a slow and busy machine; see testing/setup/file-limit.ts. */
const fileLimitMs = 15 * minute;

/** The value of an option of the command line. */
function requested(option: '--project' | '--maxWorkers'): string | undefined {
  const at = process.argv.findIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  if (at === -1) return undefined;
  return process.argv[at]?.split('=')[1] ?? process.argv[at + 1];
}

/**
 * `maxWorkers` is one number for the whole run; it cannot be set for a project. Vitest would ignore
 * the command line's, since the projects inherit this one.
 */
function workersFor(project: string | undefined): number {
  const wanted = Number(requested('--maxWorkers'));
  if (wanted > 0) return wanted;
  return Object.entries(workers).find(([name]) => name === project)?.[1] ?? workers.unit;
}

const requestedProject = requested('--project');

export default defineConfig({
  test: {
    // Node imports TypeScript at a lower cost than Vite. It does not import JSX.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    tags: [{ name: 'long', description: 'Not in the gate: npm test -- long.' }],
    maxWorkers: workersFor(requestedProject),
    allowOnly: false,
    passWithNoTests: false,
    bail: 0,
    // The files of a worker share its modules; otherwise each would load them again, a third of all
    // the work.
    isolate: false,
    // A tenth of a worker's time goes into collecting what is young.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { shuffle: { files: false, tests: true }, sequencer: LongestFirst },
    // Limits end what hangs; they measure nothing, and a busy machine must not reach them.
    testTimeout: 8 * minute,
    hookTimeout: 8 * minute,
    teardownTimeout: minute,
    expect: { poll: { timeout: 2 * minute } },
    reporters: ['default', 'json'],
    outputFile: { json: `.reports/${requestedProject ?? 'all'}.json` },
    projects: [
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['checks/**/*.test.ts'],
          exclude: never,
          setupFiles,
          provide: { fileLimitMs },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: never,
          setupFiles,
          provide: { fileLimitMs },
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: web,
          exclude: [...never, ...e2e],
          setupFiles,
          provide: { fileLimitMs },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: api,
          exclude: [...never, ...unit, ...web, ...e2e],
          globalSetup: 'testing/setup/cluster/postgres.ts',
          setupFiles: [...setupFiles, 'testing/setup/strict-console-calls.ts'],
          provide: { fileLimitMs },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: e2e,
          exclude: never,
          globalSetup: [
            'testing/setup/cluster/postgres.ts',
            'e2e/support/product/start-product.ts',
          ],
          setupFiles,
          provide: { fileLimitMs },
        },
      },
    ],
  },
});
