import { openDatabase } from '@inaam/server/database/database.ts';
import { expect, test } from 'vitest';
import { withDatabase, testDatabase } from './test-database.ts';

test('a clone has the schema, and two clones are independent', async () => {
  const [one, two] = [await testDatabase(), await testDatabase()];
  await withDatabase(one.url, (database) => database.query('create table inaam.here (a int)'));
  const tables = await withDatabase(two.url, async (database) => {
    const { rows } = await database.query<{ here: boolean; ledger: boolean }>(
      `select to_regclass('inaam.here') is not null as here, to_regclass('inaam.ledger') is not null as ledger`,
    );
    return rows;
  });
  expect(tables).toEqual([{ here: false, ledger: true }]);
  await one.drop();
  await two.drop();
  await expect(
    withDatabase(one.url, (database) => database.query('select 1')),
  ).rejects.toMatchObject({ code: '3D000' });
});

test('an open connection fails the drop, but the database is dropped', async () => {
  const { url, drop } = await testDatabase();
  const pool = openDatabase(url, 1);
  await pool.query('select 1 as forgotten');
  await expect(drop(0)).rejects.toThrow(
    /1 connections were open \(inaam idle select 1 as forgotten/,
  );
  await pool.end();
  await expect(withDatabase(url, (database) => database.query('select 1'))).rejects.toMatchObject({
    code: '3D000',
  });
});
