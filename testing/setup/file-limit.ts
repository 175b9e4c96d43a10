// Each test and hook has a time limit, but a file with twenty hanging tests would use all of them.
// This ends the file's worker; the other files continue in a new one.
import { writeSync } from 'node:fs';
import { afterAll, expect, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** 0: none. */
    fileLimitMs: number;
  }
}

declare global {
  // Per worker, which runs this for each of its files.
  var fileLimitTimer: NodeJS.Timeout | undefined;
}

// A file whose tests are all skipped runs no hook, and would not clear its timer.
clearTimeout(globalThis.fileLimitTimer);
const limitMs = inject('fileLimitMs');
// A model-based test with more runs requested may take as long as it needs.
if (limitMs > 0 && process.env['SHOPPERS'] === undefined) {
  globalThis.fileLimitTimer = setTimeout(() => {
    const file = expect.getState().testPath ?? 'A test file';
    // Synchronous: nothing else is written before the process ends.
    writeSync(
      2,
      `${file} had not ended after ${limitMs / 60_000} minutes: its worker is killed.\n`,
    );
    process.kill(process.pid, 'SIGKILL');
  }, limitMs);
  afterAll(() => clearTimeout(globalThis.fileLimitTimer));
}

// A worker does not notice that Vitest was killed or interrupted: it would continue, and its
// browser would stay open. Playwright kills the browser when the process exits.
if (process.listenerCount('disconnect') === 0) process.once('disconnect', () => process.exit(1));
