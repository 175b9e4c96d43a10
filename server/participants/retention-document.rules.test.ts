// docs/reference/personal-data.md must match the code and list every table of the database.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plugins } from '@inaam/plugins/plugins.ts';
import { cellsOf, rowsOfGuides } from '@inaam/testing/server/plugins.ts';
import { readMigrations } from '../database/schema/applied-migrations.ts';
import { retention } from './retention.rules.ts';

const file = path.resolve(import.meta.dirname, '../../docs/reference/personal-data.md');

/** Each row with a clock, or with what ends it, and a reason. */
async function documentRows() {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => /^\| `\w+` +\|/.test(line));
  const rows = [...cellsOf(lines), ...rowsOfGuides('Personal data')];
  return rows.map(([kind = '', tables = '', kept = '', reason = '']) => {
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
  const ofPlugins = plugins
    .flatMap((plugin) => Object.entries(plugin.retention))
    .map(([kind, { tables, days }]) => ({ kind, tables, days }));
  // The accounts, the draw and the audit log are not among them.
  expect(rows.slice(withClock.length).filter(({ days }) => days > 0)).toEqual(ofPlugins);
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
