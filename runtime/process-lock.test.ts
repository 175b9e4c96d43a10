import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { acquireProcessLock } from './process-lock.ts';

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
