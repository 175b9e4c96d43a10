import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderPrefix, removeStaleFolders } from './draw-verifier.ts';

const hourMs = 3_600_000;

test('only folders of verifications that must have ended are removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-left-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const now = Date.now();
  for (const [name, hours] of [
    [`${folderPrefix}old`, 3],
    [`${folderPrefix}new`, 1],
    ['other-old', 3],
  ] as const) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'ledger.jsonl'), '{}');
    const changed = new Date(now - hours * hourMs);
    await utimes(path.join(folder, name), changed, changed);
  }
  await removeStaleFolders(2 * hourMs, now, folder);
  expect((await readdir(folder)).toSorted()).toEqual([`${folderPrefix}new`, 'other-old']);
  await removeStaleFolders(2 * hourMs, now, path.join(folder, 'gone'));
});
