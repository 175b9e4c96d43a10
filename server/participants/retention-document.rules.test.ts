// docs/reference/personal-data.md must match the code and list every table of the database.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from '../database/schema/applied-migrations.ts';
import { retention, type Retention } from './retention.rules.ts';

const read = (file: string) => readFile(path.resolve(import.meta.dirname, file), 'utf8');
const kinds: readonly (readonly [string, Retention])[] = Object.entries(retention);

const keptOf = ({ days, since }: Retention) => {
  if (days === undefined) return `until ${since}`;
  return days === 0 ? `until ${since}` : `${days} days after ${since}`;
};

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test('the document has a row for each kind of data, and says what the code does', async () => {
  const document = await read('../../docs/reference/personal-data.md');
  const rows = document.split('\n').filter((line) => /^\| `\w+` +\|/.test(line));
  expect(rows.map((row) => cells(row).slice(0, 4))).toEqual(
    kinds.map(([kind, one]) => [
      `\`${kind}\``,
      one.tables.map((table) => `\`${table}\``).join(', '),
      keptOf(one),
      one.reason,
    ]),
  );
});

test('every table of the database has a clock, or a reason to have none', async () => {
  const migrations = await readMigrations();
  const created = migrations.flatMap(({ sql }) => [
    ...sql.matchAll(/^create table inaam\.(\w+)/gm),
  ]);
  const tables = ['migration', ...created.map(([, table = '']) => table)];
  const named = new Set(kinds.flatMap(([, { tables: of }]) => of.filter((t) => !t.includes('.'))));
  expect([...named].toSorted()).toEqual(tables.toSorted());
});
