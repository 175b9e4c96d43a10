// docs/reference/personal-data.md must match the code and list every table of the database.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from '../database/schema/applied-migrations.ts';
import { retention } from './retention.rules.ts';

const read = (file: string) => readFile(path.resolve(import.meta.dirname, file), 'utf8');

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Each row with a clock, or with what ends it, and a reason. */
async function documentRows() {
  const document = await read('../../docs/reference/personal-data.md');
  const lines = document.split('\n').filter((line) => /^\| `\w+` +\|/.test(line));
  return lines.map((line) => {
    const [kind = '', tables = '', kept = '', reason = ''] = cells(line);
    expect(kept).toMatch(/^(?:until|[1-9]\d* days after) \w/);
    expect(reason).toMatch(/\w/);
    return {
      kind: kind.slice(1, -1),
      tables: tables.split(', ').map((table) => table.slice(1, -1)),
      days: kept.startsWith('until') ? 0 : Number.parseInt(kept, 10),
    };
  });
}

test('the document says of each kind of data with a clock what the code does', async () => {
  const rows = await documentRows();
  const withClock = Object.entries(retention).map(([kind, one]) => ({ kind, ...one }));
  expect(rows.slice(0, withClock.length)).toEqual(withClock);
  // The accounts, the draw and the audit log among them.
  expect(rows.slice(withClock.length).filter(({ days }) => days > 0)).toEqual([]);
});

test('every table of the database has a clock, or a reason to have none', async () => {
  const migrations = await readMigrations();
  const created = migrations.flatMap(({ sql }) => [
    ...sql.matchAll(/^create table inaam\.(\w+)/gm),
  ]);
  const tables = ['migration', ...created.map(([, table = '']) => table)];
  const rows = await documentRows();
  const named = new Set(rows.flatMap(({ tables: of }) => of.filter((t) => !t.includes('.'))));
  expect([...named].toSorted()).toEqual(tables.toSorted());
});
