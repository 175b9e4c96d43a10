// The short form of `npm run fuzz:parsers`, in a process of its own: coverage is read of all code
// that is loaded.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');
const output = z.object({ found: z.number(), kept: z.number(), blocks: z.number() });

test('[SGN-3][VAL-10] no bytes break a promise of the parsers', async () => {
  const program = 'testing/fuzz/parsers/run-parser-fuzz.ts';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['runtime/run.mjs', program, '500'],
    { cwd: root },
  );
  const { found, kept, blocks } = output.parse(JSON.parse(stdout));
  expect(found).toBe(0);
  expect(kept).toBeGreaterThan(0);
  expect(blocks).toBeGreaterThan(50);
});
