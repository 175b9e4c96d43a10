import { expect, test } from 'vitest';
import { readSources, repositoryFiles } from './repository.ts';
import { misplacedSql, misplacedSqlFile } from './sql-location.ts';

test('all SQL is in server/database and files of SQL', () => {
  expect(readSources(() => true).flatMap(misplacedSql)).toEqual([]);
  expect(repositoryFiles().flatMap(misplacedSqlFile)).toEqual([]);
});

test.each([
  "query('select name from person where id = $1')",
  'query(`\n  SELECT *\n  FROM ${table} `)',
  "query('select pg_advisory_lock(1)')",
  "query('insert into reward values (1)')",
  'query(`update inaam.reward set amount = 3`)',
  'query(`update ${table} set amount = 3`)',
  String.raw`query('\n select name from person')`,
  "query('delete from reward')",
  "query('create table a (b int)')",
  "query('begin')",
  'query(`with locked as (select 1) select * from locked`)',
  "const tail = ' for update';",
])('%j is refused outside of them', (text) => {
  const message = expect.stringContaining('contains SQL. Move the query to a file of SQL.');
  expect(misplacedSql({ path: 'server/calls/a.ts', text })).toEqual([message]);
  expect(misplacedSql({ path: 'server/codes/a.sql.ts', text })).toEqual([]);
});

test.each([
  "const hint = 'Select your state from the list';".replace('Select', 'Please select'),
  "const line = 'Update your details and set a new name';",
  "import { insert } from './into.ts';",
  '// select a from b',
])('%j is fine', (text) => {
  expect(misplacedSql({ path: 'web/a.ts', text })).toEqual([]);
});

test('a file of SQL elsewhere is refused', () => {
  expect(misplacedSqlFile('bench/load.sql')).toEqual([expect.stringContaining('Move it there')]);
});
