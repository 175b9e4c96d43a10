import { afterAll, expect, test } from 'vitest';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { createHealth, poolCheck } from './health.ts';

const clone = await testDatabase();
afterAll(() => clone.drop());

const log = { info: () => undefined, warn: () => undefined };

test('a process is not ready if only the connections that serve are cut off', async () => {
  const proxy = await startFaultProxy(clone.url);
  const [serving, aside] = [openTestDatabase(proxy.url, 2), openTestDatabase(clone.url, 1)];
  try {
    expect(await createHealth({ serving, aside }, log).readiness()).toBe('ready');
    proxy.blackHole();
    expect(await createHealth({ serving, aside }, log).readiness()).toBe('database');
  } finally {
    await proxy.close();
    await Promise.all([serving.end(), aside.end()]);
  }
});

test('a pool in which others are answered before the question is busy, not cut off', async () => {
  const pool = openTestDatabase(clone.url, 1);
  const first = await pool.connect();
  const second = pool.connect();
  const asked = poolCheck(pool)(200);
  first.release();
  // It keeps the only connection until the check gives up.
  const other = await second;
  const answer = await asked;
  other.release();
  await pool.end();
  expect(answer).toBe(true);
});
