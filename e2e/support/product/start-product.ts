// Global setup: runs the demonstration like `npm start`, with separate PostgreSQL and data.
import { randomInt } from 'node:crypto';
import {
  removeDemoData,
  startDemo,
  type DemoProcess,
} from '@inaam/testing/demonstration/demo-process.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

let folder = '';
let demo: DemoProcess | undefined;

/** Vitest calls this once per project. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-walks-'));
  try {
    // If the port is busy, the next free one is used.
    demo = await startDemo({ folder, port: randomInt(5500, 6500) });
    project.provide('productUrl', demo.origin);
    project.provide('dataFolder', folder);
  } catch (error) {
    await removeDemoData(folder);
    throw error;
  }
}

/** Stops it like Ctrl-C, and fails the run if that was not clean. */
export async function teardown(): Promise<void> {
  if (demo === undefined) return;
  const code = await demo.interrupt();
  const left = await demo.leftovers();
  if (code !== 0 || left.length > 0) {
    // Not thrown: vitest only prints what a teardown throws, and then skips the remaining
    // teardowns.
    process.exitCode = 1;
    process.stderr.write(
      `Failed to stop the product cleanly: exit ${code}, left: ${left.join(', ') || 'nothing'}. Its last output:\n${demo.output().slice(-2000)}\n`,
    );
  }
  await removeDemoData(folder);
}
