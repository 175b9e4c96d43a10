// How each program is started, and ends without its output. Plain JavaScript, because the bin reads
// it on old versions.

const heap = '--max-old-space-size=512';
/** glibc otherwise keeps what each thread has freed. It reads them only when a process starts. */
const mallocOptions = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};
const small = { nodeOptions: ['--max-semi-space-size=4', heap], environment: mallocOptions };

/**
 * @typedef {object} Program
 * @property {string} file from the project's folder, for `runtime/run.mjs`
 * @property {readonly string[]} nodeOptions before `runtime/run.mjs`
 * @property {Readonly<Record<string, string>>} environment beside the settings
 */

/** @satisfies {Record<string, Program>} */
export const programs = {
  serve: {
    file: 'server/main/serve.ts',
    nodeOptions: ['--max-semi-space-size=8', heap],
    environment: mallocOptions,
  },
  deliver: { file: 'server/main/deliver.ts', ...small },
  draw: { file: 'server/main/draw.ts', ...small },
  console: { file: 'server/main/console.ts', ...small },
  migrate: { file: 'server/main/migrate.ts', nodeOptions: [], environment: {} },
  /** All other commands. */
  operator: {
    file: 'server/main/operator.ts',
    nodeOptions: ['--max-semi-space-size=4', heap],
    environment: {},
  },
};

/**
 * For a command, whose answer is its output: ends the process if stdout cannot be written. Who has
 * read enough, as `head`, ends it without an error.
 */
export function endWithoutOutput() {
  process.stdout.on('error', ({ code, name }) => {
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`The answer could not be written (${code ?? name}).\n`);
    process.exit(1);
  });
}
