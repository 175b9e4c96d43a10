import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../repository.ts';

test('a worker with a test that hangs ends with vitest, so that no browser remains', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inaam-interrupted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write(
    'vitest.config.mjs',
    `export default { test: {
      globals: true, include: ['stuck.mjs'],
      setupFiles: [${JSON.stringify(path.join(root, 'testing/setup/end-with-vitest.ts'))}],
    } };`,
  );
  write(
    'stuck.mjs',
    `test('stuck', () => {
      // By then its start is reported: a later report to a dead vitest would end it too.
      setTimeout(() => process.stdout.write('worker ' + process.pid + '.'), 1000);
      setInterval(() => {}, 1000);
      return new Promise(() => {});
    }, 600_000);`,
  );
  const args = ['run', '--root', folder, '--disable-console-intercept'];
  const vitest = spawn(process.execPath, [path.join(root, 'node_modules/.bin/vitest'), ...args]);
  onTestFinished(() => void vitest.kill('SIGKILL'));
  let output = '';
  vitest.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const worker = () => Number(/worker (\d+)\./.exec(output)?.[1]);
  await expect.poll(worker).toBeGreaterThan(0);
  onTestFinished(() => {
    if (isAlive(worker())) process.kill(worker(), 'SIGKILL');
  });
  vitest.kill('SIGKILL');
  await expect.poll(() => isAlive(worker()), { timeout: 30_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
