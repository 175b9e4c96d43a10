import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { DrawHealth, Readiness } from './health.ts';
import { openDatabase } from './database.ts';
import { readProcesses, recordProcess, recordRunning, type RunningProgram } from './processes.ts';

const campaign = 'biscuit-2025';
const clone = await testDatabase('migrated');
const owner = openDatabase(clone.url, 1);
afterAll(() => clone.drop());
afterAll(() => owner.end());

const seen = async () =>
  (await readProcesses(owner, campaign)).map(({ program, draw }) => [program, draw?.state]);

/** Starts it in the program's role. */
function start(program: RunningProgram, flaw?: () => Readiness) {
  const database = openDatabase(clone.url, 1, 'general', `inaam_${program}`);
  onTestFinished(() => database.end());
  const heard: { draw: DrawHealth } = { draw: { state: 'up' } };
  const logged: string[] = [];
  const warn = (_facts: object, sentence: string) => void logged.push(sentence);
  const log = { info: warn, warn, error: warn };
  const health = { readiness: async () => 'ready' as const, draw: async () => heard.draw };
  let stop: () => Promise<void> | void = () => undefined;
  const shutdown = { add: (_name: string, end: typeof stop) => void (stop = end) };
  recordRunning(shutdown, { database, campaign, program, health, log, ...(flaw && { flaw }) }, 20);
  return { heard, logged, stop: () => stop() };
}

test.each(['draw', 'deliver', 'console'] as const)(
  '%s says that it runs until it ends',
  async (program) => {
    const { stop } = start(program);
    await expect.poll(seen).toEqual([[program, undefined]]);
    await stop();
    expect(await seen()).toEqual([]);
  },
);

test('a process of the site says again and again that it goes on, and how the draw is, until it ends', async () => {
  const { heard, stop } = start('serve');
  await expect.poll(seen).toEqual([['serve', 'up']]);
  const [first] = await readProcesses(owner, campaign);
  heard.draw = { state: 'stopped', entry: 7 };
  await expect.poll(seen).toEqual([['serve', 'stopped']]);
  const [later] = await readProcesses(owner, campaign);
  expect(later).toMatchObject({ draw: { state: 'stopped', entry: 7 }, isSilent: false });
  expect(later?.seenAt).toBeGreaterThan(first?.seenAt ?? Infinity);
  await stop();
  expect(await seen()).toEqual([]);
});

test('what is wrong with a process that is ready is recorded as long as it is', async () => {
  let flaw: Readiness = 'proxy';
  const { stop } = start('serve', () => flaw);
  const states = async () => (await readProcesses(owner, campaign)).map(({ state }) => state);
  await expect.poll(states).toEqual(['proxy']);
  flaw = 'ready';
  await expect.poll(states).toEqual(['ready']);
  await stop();
});

test('while the table cannot be written, one line of the log says so, and it goes on afterwards', async () => {
  const { logged, stop } = start('serve');
  await expect.poll(seen).toHaveLength(1);
  await owner.query('alter table inaam.process rename to elsewhere');
  await expect.poll(() => logged.length).toBe(1);
  await owner.query('alter table inaam.elsewhere rename to process');
  await owner.query('delete from inaam.process');
  await expect.poll(seen).toHaveLength(1);
  expect(logged).toHaveLength(1);
  await stop();
});

test('a process that died before the clock of the database was set back does not look alive for as long', async () => {
  const own = { campaign, program: 'deliver', host: 'one', state: 'ready' } as const;
  await recordProcess(owner, { ...own, id: 'gone' });
  await owner.query(`update inaam.process set beat_at = now() + interval '1 hour'`);
  await recordProcess(owner, { ...own, id: 'here' });
  expect((await readProcesses(owner, campaign)).map(({ id }) => id)).toEqual(['here']);
  await owner.query('delete from inaam.process');
});
