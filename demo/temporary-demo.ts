// The demonstration for as long as a piece of work takes, with data of its own that goes with it: for measurements and
// for walks outside of the gate. Never touches .data/.
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPlace } from '@inaam/runtime/postgres-place.ts';
import { startDemo } from '@inaam/testing/demo/demo-process.ts';

/** Starts it, works and stops it. @returns what the work gave. */
export async function withTemporaryDemo<Result>(
  work: (origin: string) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-while-'));
  try {
    // A taken port leads to the next free one.
    const trial = await startDemo({ folder, port: randomInt(4500, 5500), environment });
    try {
      return await work(trial.origin);
    } finally {
      await trial.interrupt();
    }
  } finally {
    const { home } = await findPlace(path.join(folder, 'postgres'));
    for (const one of [home, folder]) await rm(one, { recursive: true, force: true });
  }
}
