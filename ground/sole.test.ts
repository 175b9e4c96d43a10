// Names that one process at a time can hold.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hold } from './sole.ts';

test('gives a name to one at a time and says who has it', async () => {
  const name = `test-${process.pid}-one`;
  const held = await hold(name);
  expect(await hold(name)).toEqual({ takenBy: { pid: process.pid } });
  if ('release' in held) await held.release();
  const again = await hold(name);
  expect(again).toHaveProperty('release');
  if ('release' in again) await again.release();
});

test('gives a name to exactly one of many at once', async () => {
  const name = `test-${process.pid}-many`;
  const all = await Promise.all(Array.from({ length: 20 }, () => hold(name)));
  const held = all.filter((one) => 'release' in one);
  expect(held).toHaveLength(1);
  await held[0]?.release();
});

test('gives a name again and again while others ask for it', async () => {
  const name = `test-${process.pid}-again`;
  let holders = 0;
  const contend = async () => {
    for (let round = 0; round < 100; round += 1) {
      const held = await hold(name);
      if (!('release' in held)) continue;
      holders += 1;
      expect(holders).toBe(1);
      holders -= 1;
      await held.release();
    }
  };
  await Promise.all([contend(), contend(), contend()]);
  expect(await hold(name)).toHaveProperty('release');
});

test('takes a name back from a process that was killed, and keeps none alive', async () => {
  const name = `test-${process.pid}-killed`;
  const module = pathToFileURL(path.join(import.meta.dirname, 'sole.ts')).href;
  const script = `const { hold } = await import('${module}'); await hold('${name}'); console.log('held');`;
  const args = ['--input-type=module', '--eval', `${script} setInterval(() => {}, 60_000);`];
  const killed = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(killed.stdout, 'data');
  expect(await hold(name)).toEqual({ takenBy: { pid: killed.pid } });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const ends = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  // It held the name, had nothing else to do, and ended.
  expect(await once(ends, 'exit')).toEqual([0, null]);
  const held = await hold(name);
  expect(held).toHaveProperty('release');
  if ('release' in held) await held.release();
});
