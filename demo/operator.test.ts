/** @module-tag long */
// The operator's command line on the demonstration's database, while it runs and while it does not.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '@inaam/runtime/port.ts';
import { recordingTerminal } from '@inaam/testing/server/operator/operator-in-process.ts';
import { endDemos, startDemo } from '@inaam/testing/demonstration/demo-process.ts';
import { runDemoOperator } from './run-demo-operator.ts';
import { readSettings } from './settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-demo-operator-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterEach(() => endDemos());

type CommandResult = { exit: number; output: string; errors: string };

/** The program. */
function operateProcess(...words: string[]): Promise<CommandResult> {
  const env = { ...process.env, DATA_FOLDER: path.join(folder, 'data') };
  return new Promise((resolve) => {
    const typed = ['runtime/run.mjs', 'demo/operator.ts', ...words];
    execFile(process.execPath, typed, { env }, (error, output, errors) =>
      resolve({ exit: Number(error?.code ?? 0), output, errors }),
    );
  });
}

/** The same in this process, without the start. */
async function operate(...words: string[]): Promise<CommandResult> {
  const { terminal, end } = recordingTerminal();
  const settings = readSettings({ DATA_FOLDER: path.join(folder, 'data') });
  const exit = await runDemoOperator(settings, words, terminal);
  return { exit, ...(await end()) };
}

test('[CAM-5] before the first start it asks for one; help and checks need none', async () => {
  const early = await operateProcess('overview');
  expect(early).toMatchObject({ exit: 2, output: '' });
  expect(early.errors).toContain('Start it once with `npm start`');
  expect((await operate('overview', '--help')).output).toContain('npx inaam --demo overview');
  expect((await operate('campaign', 'check')).exit).toBe(0);
  await expect(operate('--day', 'tomorrow', 'overview')).rejects.toThrow('--day requires a date');
});

test('it works on the running demonstration and on the stopped one; the clock may be set to reveal', async () => {
  const { port } = await freePort(3970, '127.0.0.1');
  const demo = await startDemo({ folder: path.join(folder, 'data'), port });
  try {
    const published = await (await fetch(`${demo.origin}/draw/commitment.json`)).text();
    const { budget } = JSON.parse((await operateProcess('overview', '--json')).output);
    expect(budget.grantedRupees).toBe(0);
    expect((await operate('campaign', 'pause', '--why', 'a trial')).exit).toBe(0);
    expect((await operate('campaign', 'resume', '--why', 'a trial')).exit).toBe(0);
    const verified = await operate('ledger', 'verify', '--json');
    expect(JSON.parse(verified.output)).toMatchObject({ valid: true, heldAgainst: 'database' });
    const reveal = ['draw', 'reveal', '--why', 'a trial', '--yes'];
    expect((await operate(...reveal)).errors).toContain('may not reveal its secret before');
    expect((await operate('--day', '2025-09-17', ...reveal)).exit).toBe(0);
    expect((await fetch(`${demo.origin}/draw/secret.txt`)).status).toBe(200);
    const out = path.join(folder, 'published');
    expect((await operate('ledger', 'export', '--folder', out, '--why', 'a trial')).exit).toBe(0);
    expect(await readFile(path.join(out, 'commitment.json'), 'utf8')).toBe(published);
    expect(await readFile(path.join(out, 'secret.txt'), 'utf8')).toBe(
      await (await fetch(`${demo.origin}/draw/secret.txt`)).text(),
    );
  } finally {
    await demo.interrupt();
  }
  const log = await operate('audit', '--json');
  const commands = JSON.parse(log.output).rows.map(({ command }: { command: string }) => command);
  expect(commands).toEqual([
    'ledger export',
    'draw reveal',
    'campaign resume',
    'campaign pause',
    'draw commit',
  ]);
  expect(await demo.leftovers()).toEqual([]);
});
