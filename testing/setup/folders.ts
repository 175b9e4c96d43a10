import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

async function temporaryFolder(onEnd: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-test-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Outside of a test; removed after the file's tests. */
export const folderOfFile = () => temporaryFolder(afterAll);

/** Removed after the test. */
export const folderOfTest = () => temporaryFolder(onTestFinished);
