import { expect, test } from 'vitest';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { databaseTime } from './database.ts';
import { databaseClocks } from './clocks.ts';

test('waiting for a connection of a busy pool does not shift the clock', async () => {
  const { url, drop } = await testDatabase();
  const [pool, aside] = [openTestDatabase(url, 1), openTestDatabase(url, 1)];
  const busy = await pool.connect();
  const opening = databaseClocks(pool);
  await aside.query('select pg_sleep(2)');
  busy.release();
  const clocks = await opening;
  const from = clocks.wall();
  const time = await databaseTime(aside);
  const until = clocks.wall();
  clocks.stop();
  await Promise.all([pool.end(), aside.end()]);
  await drop();
  // The wait was 2 s; counting it would have made an error of half that.
  expect(time).toBeGreaterThan(from - 500);
  expect(time).toBeLessThan(until + 500);
});
