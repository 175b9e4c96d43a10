// A demo with temporary data, for benches and for tests outside the gate.
import { randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDemoData, startDemo } from './demo-process.ts';

/** Runs `work` with the origin of a running demo, then removes its data. */
export async function withTemporaryDemo<Result>(
  work: (origin: string) => Promise<Result>,
  environment: Record<string, string> = {},
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-while-'));
  try {
    // If the port is busy, the next free one is used.
    const demo = await startDemo({ folder, port: randomInt(4500, 5500), environment });
    try {
      return await work(demo.origin);
    } finally {
      await demo.interrupt();
    }
  } finally {
    await removeDemoData(folder);
  }
}
