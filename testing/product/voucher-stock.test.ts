import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../server/app/test-server.ts';
import { refill } from './prepare-database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const freeCodes = async () => {
  const { rows } = await server.database.query<{ amount: number; free: number }>(
    `select amount, count(*)::integer as free from inaam.voucher
     where pseudonym is null group by amount order by amount`,
  );
  return rows.map(({ amount, free }) => [amount, free]);
};

test('a stock is refilled if few codes are left, or none', async () => {
  expect(await freeCodes()).toEqual([]);
  await refill(server);
  const filled = [
    [3, 1000],
    [5, 1000],
    [10, 1000],
  ];
  expect(await freeCodes()).toEqual(filled);
  await refill(server);
  expect(await freeCodes()).toEqual(filled);
  await server.database.query('delete from inaam.voucher where amount = 5');
  await refill(server);
  expect(await freeCodes()).toEqual(filled);
});
