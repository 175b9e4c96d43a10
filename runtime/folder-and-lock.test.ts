import { chmod, mkdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isComplete, ensurePrivateFolder } from './private-folder.ts';
import { removeAll, isRoot, temporaryFolder } from '@inaam/testing/runtime/postgres-sandbox.ts';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { acquireProcessLock } from './process-lock.ts';

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

test('gives a name to one process at a time and returns the owner’s pid', async () => {
  const name = `test-${process.pid}-one`;
  const held = await acquireProcessLock(name);
  expect(await acquireProcessLock(name)).toEqual({ lockedBy: { pid: process.pid } });
  if ('release' in held) await held.release();
  const again = await acquireProcessLock(name);
  expect(again).toHaveProperty('release');
  if ('release' in again) await again.release();
});

test('gives a name to exactly one of many simultaneous processes', async () => {
  const name = `test-${process.pid}-many`;
  const all = await Promise.all(Array.from({ length: 20 }, () => acquireProcessLock(name)));
  const held = all.filter((one) => 'release' in one);
  expect(held).toHaveLength(1);
  await held[0]?.release();
});

test('gives a contested name to one process after the other', async () => {
  const name = `test-${process.pid}-again`;
  const rounds = `
    for (let round = 0; round < 2000; round += 1) {
      const held = await acquireProcessLock(name);
      if ('release' in held) await held.release();
    }`;
  const fighters = [1, 2, 3, 4].map(() => runScript(name, rounds));
  const ends = fighters.map((fighter) => once(fighter, 'exit'));
  for (const end of await Promise.all(ends)) expect(end).toEqual([0, null]);
});

/** Runs `script` in another process, with `acquireProcessLock` in scope. */
function runScript(name: string, script: string): ChildProcessByStdio<null, Readable, null> {
  const module = pathToFileURL(path.join(import.meta.dirname, 'process-lock.ts')).href;
  const whole = `const { acquireProcessLock } = await import('${module}'); const name = '${name}'; ${script}`;
  const args = ['--input-type=module', '--eval', whole];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

test.runIf(process.platform === 'linux')(
  'gives a name if its owner closes the connection without an answer',
  async () => {
    const name = `test-${process.pid}-leaving`;
    const leaving = createServer((socket) => {
      socket.destroy();
      leaving.close();
    });
    leaving.listen(`\0inaam-${name}`);
    await once(leaving, 'listening');
    const held = await acquireProcessLock(name);
    expect(held).toHaveProperty('release');
    if ('release' in held) await held.release();
  },
);

test('releases the name of a killed process, and keeps no process alive', async () => {
  const name = `test-${process.pid}-killed`;
  const takes = `await acquireProcessLock(name); console.log('held');`;
  const killed = runScript(name, `${takes} setInterval(() => {}, 60_000);`);
  await once(killed.stdout, 'data');
  expect(await acquireProcessLock(name)).toEqual({ lockedBy: { pid: killed.pid } });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const ends = runScript(name, takes);
  // It held the name, had nothing else to do, and ended.
  expect(await once(ends, 'exit')).toEqual([0, null]);
  const held = await acquireProcessLock(name);
  expect(held).toHaveProperty('release');
  if ('release' in held) await held.release();
});
