import { chmod, mkdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isComplete, ensurePrivateFolder } from './private-folder.ts';
import { removeAll, isRoot, temporaryFolder } from '@inaam/testing/runtime/postgres-sandbox.ts';

afterAll(removeAll);

const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const old = new Date('2020-01-01');

test('creates a private folder, whatever the umask', async () => {
  const folder = path.join(await temporaryFolder(), 'own');
  const before = process.platform === 'win32' ? 0 : process.umask(0o777);
  try {
    await ensurePrivateFolder(folder, me, 0o700);
  } finally {
    process.umask(before);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await ensurePrivateFolder(folder, me, 0o700);
});

test('refuses a link in its place', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'theirs'), { mode: 0o700 });
  await symlink('theirs', path.join(folder, 'own'));
  await expect(ensurePrivateFolder(path.join(folder, 'own'), me, 0o700)).rejects.toThrow(
    'someone else',
  );
});

test('refuses a folder that others can read or write', async () => {
  const folder = path.join(await temporaryFolder(), 'own');
  await mkdir(folder);
  for (const [mode, wanted] of [
    [0o750, 0o700],
    [0o701, 0o700],
    [0o777, 0o755],
  ] as const) {
    await chmod(folder, mode);
    await expect(ensurePrivateFolder(folder, me, wanted)).rejects.toThrow(
      'open to others. Remove it',
    );
  }
  await chmod(folder, 0o755);
  await ensurePrivateFolder(folder, me, 0o755);
});

test.runIf(isRoot)('makes a folder for another, and refuses one of a third', async () => {
  const folder = path.join(await temporaryFolder(), 'own');
  await ensurePrivateFolder(folder, { uid: 65_534, gid: 65_534 }, 0o700);
  expect((await stat(folder)).uid).toBe(65_534);
  await expect(ensurePrivateFolder(folder, me, 0o700)).rejects.toThrow('someone else');
});

test('protects files from the cleaning of /var/tmp, and detects removed ones', async () => {
  const folder = await temporaryFolder();
  const deep = path.join(folder, 'deep', 'file');
  const marker = path.join(folder, 'marker');
  await mkdir(path.dirname(deep));
  for (const file of [deep, marker]) {
    await writeFile(file, '');
    await utimes(file, old, old);
  }
  expect(await isComplete(folder, 'marker')).toBe(true);
  for (const file of [deep, marker]) {
    expect(Date.now() - (await stat(file)).mtimeMs).toBeLessThan(60_000);
  }
  expect(await isComplete(folder, 'no-marker')).toBe(false);
});
