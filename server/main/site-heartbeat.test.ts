import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { DrawHealth } from '../database/health.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { startSiteHeartbeat } from './run-serve.ts';

const campaign = 'biscuit-2025';
let clone: TestDatabase;
let owner: Database;
beforeAll(async () => {
  clone = await testDatabase();
  owner = openDatabase(clone.url, 1);
});
afterAll(async () => {
  await owner.end();
  await clone.drop();
});

async function beats() {
  const { rows } = await owner.query<{ draw: string; at: string }>(
    'select draw, beat_at::text as at from inaam.site_process order by beat_at',
  );
  return rows;
}

/** Starts it in the program's role. */
function start() {
  const database = openDatabase(clone.url, 1, 'general', 'inaam_serve');
  onTestFinished(() => database.end());
  const heard: { draw: DrawHealth } = { draw: { state: 'up' } };
  const logged: string[] = [];
  const warn = (_facts: object, sentence: string) => void logged.push(sentence);
  const heartbeat = startSiteHeartbeat(
    { database, campaign, draw: () => Promise.resolve(heard.draw), log: { warn } },
    20,
  );
  return { heard, logged, stop: () => heartbeat.stop() };
}

test('a process of the site says again and again that it goes on, and how the draw is, until it ends', async () => {
  const { heard, stop } = start();
  await expect.poll(async () => (await beats()).map(({ draw }) => draw)).toEqual(['up']);
  const [first] = await beats();
  heard.draw = { state: 'down' };
  await expect.poll(async () => (await beats()).map(({ draw }) => draw)).toEqual(['down']);
  expect((await beats())[0]?.at).not.toBe(first?.at);
  await stop();
  expect(await beats()).toEqual([]);
});

test('while the table cannot be written, one line of the log says so, and it goes on afterwards', async () => {
  const { logged, stop } = start();
  await expect.poll(async () => (await beats()).length).toBe(1);
  await owner.query('alter table inaam.site_process rename to elsewhere');
  await expect.poll(() => logged.length).toBe(1);
  await owner.query('alter table inaam.elsewhere rename to site_process');
  await owner.query('delete from inaam.site_process');
  await expect.poll(async () => (await beats()).length).toBe(1);
  expect(logged).toHaveLength(1);
  await stop();
});
