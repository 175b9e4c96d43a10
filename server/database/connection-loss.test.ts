import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import { productionLimits } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { openDatabase } from './database.ts';
import { isConnectionLost } from './connection-problems.ts';

let clone: TestDatabase;
beforeAll(async () => {
  clone = await testDatabase();
});
afterAll(() => clone.drop());

test('after a failover one statement at most times out, however many connections are idle', async () => {
  const proxy = await startFaultProxy(clone.url);
  const pool = openDatabase(productionLimits(proxy.url), 5, 'keyLookups', 'inaam_serve');
  try {
    const connections = await Promise.all([1, 2, 3, 4, 5].map(() => pool.connect()));
    for (const connection of connections) connection.release();
    proxy.blackHole();
    proxy.heal();
    const error = await pool.query('select').catch((reason: unknown) => reason);
    expect(isConnectionLost(error)).toBe(true);
    expect((await pool.query('select')).rowCount).toBe(1);
  } finally {
    await proxy.close();
    await pool.end();
  }
});
