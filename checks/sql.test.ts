import { expect, test } from 'vitest';
import { readSources, repositoryFiles } from './repository.ts';
import { sqlFaults, sqlFileFaults } from './sql.ts';

test('all SQL is in server/storage', () => {
  expect(readSources(() => true).flatMap(sqlFaults)).toEqual([]);
  expect(repositoryFiles().flatMap(sqlFileFaults)).toEqual([]);
});

test.each([
  "query('select name from person where id = $1')",
  'query(`\n  SELECT *\n  FROM ${table} `)',
  "query('select pg_advisory_lock(1)')",
  "query('insert into reward values (1)')",
  'query(`update inaam.reward set amount = 3`)',
  "query('delete from reward')",
  "query('create table a (b int)')",
  "query('begin')",
  'query(`with held as (select 1) select * from held`)',
  "const tail = ' for update';",
])('%j is refused outside of storage', (text) => {
  const message = expect.stringContaining('holds SQL. Move the query to server/storage/.');
  expect(sqlFaults({ path: 'server/calls/a.ts', text })).toEqual([message]);
  expect(sqlFaults({ path: 'server/storage/a.ts', text })).toEqual([]);
});

test.each([
  "const hint = 'Select your state from the list';".replace('Select', 'Please select'),
  "const line = 'Update your details and set a new name';",
  "import { insert } from './into.ts';",
  '// select a from b',
])('%j is fine', (text) => {
  expect(sqlFaults({ path: 'web/a.ts', text })).toEqual([]);
});

test('a file of SQL elsewhere is refused', () => {
  expect(sqlFileFaults('bench/load.sql')).toEqual([expect.stringContaining('Move it there')]);
});
