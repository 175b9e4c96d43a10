import { expect, test } from 'vitest';
import { isCode, isTest, lineOf, readSources, type Source } from './repository.ts';

const allowed: readonly RegExp[] = [
  /^server\/database\//,
  /^plugins\/\w+\/(?:functions|migrations\/[\w-]+)\.sql$/,
  /\.sql\.ts$/,
  /^testing\//,
  // Measurements fill tables, count statements, and check what was stored.
  /^bench\//,
  /^runtime\/postgres/,
];

/** What a string begins with, or contains, that is sent to PostgreSQL. */
const statement = new RegExp(
  [
    String.raw`['"\`](?:\s|\\[nrt])*(?:select\s+(?:[^'"\`]+\sfrom\s|[\w.]+\()|with\s+\w+\s+as\s+\(|truncate\s+(?:table\s|[\w.]+['"\`;,]))`,
    String.raw`['"\`](?:\s|\\[nrt])*(?:begin|commit|rollback)\s*;?\s*['"\`]`,
    String.raw`(?:['"][^'"\n]*|\`[^\`]*)\b(?:insert\s+into|delete\s+from|for\s+update)\b`,
    String.raw`(?:['"][^'"\n]*|\`[^\`]*)\bupdate\s+(?:[\w."]+|\$\{\w+\})\s+(?:as\s+\w+\s+)?set\s`,
    String.raw`['"\`](?:\s|\\[nrt])*(?:create|alter|drop)\s+(?:table|database|schema|index|role|function|trigger|type)\s`,
  ].join('|'),
  'gi',
);

function misplacedSql({ path, text }: Source): string[] {
  if (allowed.some((place) => place.test(path)) || isTest(path)) return [];
  if (path.endsWith('.sql')) return [`${path} is a file of SQL. Move it to the others.`];
  if (!isCode(path)) return [];
  return [...text.matchAll(statement)].map(
    ({ index }) => `${path}:${lineOf(text, index)} contains SQL. Move the query to the others.`,
  );
}

test('all SQL is in server/database and files of SQL', () => {
  expect(readSources(() => true).flatMap(misplacedSql)).toEqual([]);
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
  "query('truncate inaam.visit')",
  'query(`with locked as (select 1) select * from locked`)',
  "const tail = ' for update';",
])('%j is refused outside of them', (text) => {
  const message = expect.stringContaining('contains SQL. Move the query');
  expect(misplacedSql({ path: 'server/calls/a.ts', text })).toEqual([message]);
  expect(misplacedSql({ path: 'server/codes/a.sql.ts', text })).toEqual([]);
});

test.each([
  "const hint = 'Please select your state from the list';",
  "const line = 'Update your details and set a new name';",
  "import { insert } from './into.ts';",
  '// select a from b',
])('%j is fine', (text) => {
  expect(misplacedSql({ path: 'web/a.ts', text })).toEqual([]);
});

test('a file of SQL elsewhere is refused', () => {
  expect(misplacedSql({ path: 'bench/load.sql', text: '' })).toEqual([]);
  expect(misplacedSql({ path: 'web/load.sql', text: '' })).toHaveLength(1);
});
