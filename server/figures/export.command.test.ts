// An export contains all rows of the chosen days, no personal data, and no formula.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { readOnly, readPages } from '../database/read-only.ts';
import {
  operatorFixture,
  simulateThreeDays,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const folder = await folderOfFile();
const fixture = operatorFixture();
const created = await fixture.newDatabase();
const { database } = created;
const variables = await simulateThreeDays(created, 100);
await database.query(
  `insert into inaam.visit (campaign, user_key, at, query, ip_info)
     select 'biscuit-2025', 'device' || n, '2025-05-06T18:29:59Z'::timestamptz + n * interval '1 second',
       jsonb_build_object('utm_source', 'qrcode', 'utm_campaign', '=HYPERLINK("http://evil.example")', 'id', 'shop,7'),
       '{"country": "India", "city": "Kochi"}'
     from generate_series(0, 4999) as n`,
);
afterAll(() => fixture.end());

const run = (...words: string[]) =>
  runOperatorInProcess(['export', ...words], { variables, isOneClock: true });
const why = ['--why', 'settlement'] as const;
const count = async (sql: string): Promise<number> => {
  const { rows } = await database.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
};

test.each([
  ['verifications', 'select count(*) from inaam.participation'],
  ['rewards', 'select count(*) from inaam.reward'],
  ['messages', 'select count(*) from inaam.message'],
  ['visits', 'select count(*) from inaam.visit'],
])('%s: every row, as CSV', async (table, sql) => {
  const rows = await count(sql);
  expect(rows).toBeGreaterThan(20);
  const { output, errors } = await run(table, ...why);
  expect(errors).toBe(`${rows} rows of ${table}.\n`);
  const [head, ...others] = output.trimEnd().split('\r\n');
  expect(others).toHaveLength(rows);
  expect(head).toMatch(/^[a-z_]+(?:,[a-z_]+)+$/);
});

test('no number, no device, no name and no code is in it, and no cell is a formula', async () => {
  const { rows } = await database.query<{ user_key: string; mobile: string }>(
    `select user_key, encode(mobile_index, 'hex') as mobile from inaam.code_request`,
  );
  for (const table of ['visits', 'verifications', 'rewards', 'messages']) {
    const { output } = await run(table, ...why);
    for (const { user_key: device, mobile } of rows) {
      expect(output.includes(device) || output.includes(mobile)).toBe(false);
    }
    expect(output).not.toMatch(/(?:^|,)"?[=+@]/m);
  }
  const { output } = await run('visits', ...why);
  expect(output).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

test('only the days that were asked for, in India', async () => {
  const { output } = await run('visits', '--from', '2025-05-06', '--until', '2025-05-06', ...why);
  expect(output.trimEnd().split('\r\n')).toHaveLength(2);
  expect(output).toContain('2025-05-06T18:29:59.000Z,2025-05-06,');
});

test('to a new file that only the operator can read, with a row of the audit log', async () => {
  const out = path.join(folder, 'rewards.csv');
  const { exit, output } = await run('rewards', '--out', out, '--json', ...why);
  expect(exit).toBe(0);
  const rows = await count('select count(*) from inaam.reward');
  expect(JSON.parse(output)).toMatchObject({ table: 'rewards', rows, file: out });
  const text = await readFile(out, 'utf8');
  expect(text.trimEnd().split('\r\n')).toHaveLength(rows + 1);
  // Without it a spreadsheet garbles Hindi.
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect((await run('rewards', '--out', out, ...why)).exit).toBe(1);
  const { rows: audits } = await database.query(
    `select command, why as reason, details from inaam.audit where command = 'export' order by number desc limit 1`,
  );
  expect(audits).toMatchObject([{ reason: 'settlement', details: { table: 'rewards' } }]);
});

test('the row of the audit log is there before the first row leaves', async () => {
  const counted = () => count(`select count(*) from inaam.audit where command = 'export'`);
  const before = await counted();
  let atFirst: Promise<number> | undefined;
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      atFirst ??= counted();
      done();
    },
  });
  await runOperatorInProcess(['export', 'rewards', ...why], {
    variables,
    isOneClock: true,
    output,
  });
  expect(await atFirst).toBe(before + 1);
});

test('without a reason nothing leaves, and --json needs a file', async () => {
  expect(await run('rewards')).toMatchObject({ exit: 2, output: '' });
  expect((await run('rewards', '--json', ...why)).exit).toBe(2);
  expect((await run('people', ...why)).exit).toBe(2);
});

test('what reads whole tables can write nothing', async () => {
  const writing = readOnly(database, (connection) =>
    connection.query('update inaam.message set tries = 1'),
  );
  await expect(writing).rejects.toMatchObject({ code: '25006' });
});

test('a reader who stops in the middle gives the connection back, and nothing stays open', async () => {
  const pages = readPages(database, 'select * from inaam.visit', []);
  await pages.next();
  await pages.return();
  expect(database.totalCount).toBe(database.idleCount);
  const broken = readPages(database, 'select 1 / 0 as broken', []);
  await expect(broken.next()).rejects.toMatchObject({ code: '22012' });
  expect(
    await count(
      `select count(*) from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    ),
  ).toBe(0);
});
