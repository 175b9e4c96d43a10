import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  operatorFixture,
  simulateThreeDays,
  type OperatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Finding } from '../../console/checks/finding.ts';
import type { Database } from '../../database/database.ts';
import { readMigrations } from '../../database/schema/applied-migrations.ts';
import { readLongTransactions } from './sessions.sql.ts';

let fixture: OperatorFixture;
let database: Database;
let url: string;
beforeAll(async () => {
  fixture = operatorFixture();
  ({ url, database } = await fixture.newDatabase());
});
afterAll(() => fixture.end());

async function checked() {
  const words = ['upgrade', '--check', '--no-settings', '--json'];
  const variables = { DATABASE_URL: url, CAMPAIGN: 'biscuit-2025' };
  const { exit, json } = await runOperatorInProcess(words, { variables });
  const findings: Finding[] = Reflect.get(Object(json()), 'findings');
  return { exit, of: (check: string) => findings.find((finding) => finding.check === check) };
}

test('an up-to-date database has no migration to apply', async () => {
  expect((await checked()).of('migrations')).toMatchObject({
    state: 'ok',
    found: 'There is none to apply.',
  });
});

test('a migration to apply is named', async () => {
  const last = (await readMigrations()).at(-1);
  const { rows } = await database.query(
    'delete from inaam.migration where number = $1 returning *',
    [last?.number],
  );
  expect((await checked()).of('migrations')).toMatchObject({
    state: 'ok',
    found: `To apply: ${last?.name}. The old programs go on.`,
  });
  await database.query(
    'insert into inaam.migration select * from json_populate_recordset(null::inaam.migration, $1)',
    [JSON.stringify(rows)],
  );
});

test('a database of a newer version is a fault', async () => {
  await database.query(
    `insert into inaam.migration (number, name, hash) values (999999, '999999-later.sql', '')`,
  );
  const { exit, of } = await checked();
  await database.query('delete from inaam.migration where number = 999999');
  expect(exit).toBe(1);
  expect(of('migrations')?.found).toContain('is newer than this program');
});

test('a deck that is not the committed one is a fault, and who is connected is said', async () => {
  await simulateThreeDays({ url, database }, 10);
  const { of } = await checked();
  expect(of('commitment')).toMatchObject({ state: 'fault' });
  expect(of('programs')?.found).toMatch(
    /^Connected to the database, by login and sessions: \w+ \(/,
  );
});

test('long transactions are found, the longest first', async () => {
  const held = await database.connect();
  try {
    await held.query('begin');
    expect(await readLongTransactions(database, 0)).toContainEqual({
      login: expect.any(String),
      seconds: expect.any(Number),
    });
    await held.query('rollback');
  } finally {
    held.release();
  }
});
