import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeadFileError, openHeadFile } from './open-draw.ts';

const commitment = 'c0'.repeat(32);
const head = { entries: 12, hash: 'ab'.repeat(32) };

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-head-'));
  file = path.join(folder, 'head.json');
});
afterEach(() => rm(folder, { recursive: true }));

test('the last head that was read is there after a restart, readable only by its owner', async () => {
  const first = await openHeadFile(file, commitment);
  expect(first.earlier).toBeUndefined();
  await first.remember({ entries: 1000, hash: 'ff'.repeat(32) });
  await first.remember(head);
  await first.close();
  const second = await openHeadFile(file, commitment);
  expect(second.earlier).toEqual(head);
  await second.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('[CAM-3] a commitment that was exchanged before anything was read is noticed', async () => {
  await (await openHeadFile(file, commitment)).close();
  await expect(openHeadFile(file, 'c1'.repeat(32))).rejects.toThrow('the commitment was exchanged');
});

test('[CAM-3] a file that is damaged or cannot be written is no new beginning', async () => {
  await writeFile(file, '{"entries":');
  await expect(openHeadFile(file, commitment)).rejects.toThrow('is damaged');
  expect(await readFile(file, 'utf8')).toBe('{"entries":');
  await expect(openHeadFile(path.join(folder, 'no', 'head.json'), commitment)).rejects.toThrow(
    HeadFileError,
  );
});
