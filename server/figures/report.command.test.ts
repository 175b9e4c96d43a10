// The report compared with counts by hand-written SQL.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import {
  operatorFixture,
  simulateThreeDays,
  type OperatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';

let operators: OperatorFixture;
let database: Database;
let variables: Record<string, string>;

beforeAll(async () => {
  operators = operatorFixture();
  const created = await operators.newDatabase();
  ({ database } = created);
  variables = await simulateThreeDays(created, 150);
  await visit();
  await handOver();
});
afterAll(() => operators.end());

/**
 * Each device that requested a code came twice, by one of three links; a stranger came by a
 * formula.
 */
async function visit() {
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select 'biscuit-2025', user_key, owed_at - repeated * interval '1 minute',
       jsonb_build_object('utm_source', 'qrcode', 'utm_campaign',
         case when repeated = 1 then 'a later link' else (array['launch', 'metro', ''])[1 + abs(hashtext(user_key)) % 3] end)
     from (select distinct on (user_key) user_key, id, owed_at from inaam.message
           where kind = 'otp' order by user_key, owed_at) as code, generate_series(1, 2) as repeated`,
  );
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select 'biscuit-2025', 'stranger', min(at), '{"utm_campaign": "=cmd(),\\"x"}' from inaam.visit`,
  );
}

/** Makes vouchers in turn accepted, delivered, failed, settled by hand, and owed. */
async function handOver() {
  await database.query(
    `with numbered as (select id, row_number() over (order by id) % 5 as turn from inaam.message where kind = 'voucher')
     update inaam.message set
       state = (array['sent', 'delivered', 'failed', 'settled', 'owed'])[1 + turn],
       sent_at = case when turn in (0, 1) then owed_at + interval '10 seconds' end,
       ended_at = case when turn in (1, 2, 3) then owed_at + interval '1 day' end
     from numbered where numbered.id = message.id`,
  );
  await database.query(
    `insert into inaam.delivery (message_id, at, outcome)
     select id, sent_at, 'accepted' from inaam.message where sent_at is not null
     union all select id, owed_at, 'accepted' from inaam.message where kind = 'otp'
     union all select id, owed_at, 'unknown' from inaam.message where kind = 'otp' and tries = 0`,
  );
}

const report = (...options: string[]) =>
  runOperatorInProcess(['report', ...options], { variables, isOneClock: true });
const json = async (...options: string[]) =>
  JSON.parse((await report('--json', ...options)).output);
const one = async (sql: string): Promise<number> => {
  const { rows } = await database.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
};

test('every step of the funnel is what SQL counts, and rewards agree with the budget', async () => {
  const { total, budget, sms, smsRupees } = await json();
  expect(total).toEqual({
    visits: await one('select count(*) from inaam.visit'),
    devices: await one('select count(distinct user_key) from inaam.visit'),
    codes: await one(`select count(*) from inaam.message where kind = 'otp'`),
    numbers: await one(`select count(distinct mobile_index) from inaam.message where kind = 'otp'`),
    verified: await one('select count(*) from inaam.participant'),
    rewarded: await one('select count(*) from inaam.reward'),
    owed: await one(`select count(*) from inaam.message where kind = 'voucher' and state = 'owed'`),
    sent: await one(
      `select count(*) from inaam.message where kind = 'voucher' and sent_at is not null`,
    ),
    delivered: await one(`select count(*) from inaam.message where state = 'delivered'`),
    failed: await one(
      `select count(*) from inaam.message where kind = 'voucher' and state = 'failed'`,
    ),
    settled: await one(`select count(*) from inaam.message where state = 'settled'`),
    rupees: await one('select sum(amount) as count from inaam.reward'),
  });
  expect(total.verified).toBeGreaterThan(50);
  expect(budget.grantedRupees).toBe(total.rupees);
  const accepted = await one(`select count(*) from inaam.delivery where outcome = 'accepted'`);
  expect(smsRupees).toBe((accepted * 25) / 100);
  expect(sms[1]).toMatchObject({ kind: 'voucher', medianSeconds: 10, p95Seconds: 10 });
});

test('days, states, sources and languages each add up, and each row is what SQL counts', async () => {
  const { total, by } = await json();
  for (const rows of [by.day, by.state, by.source, by.language]) {
    for (const step of [
      'verified',
      'rewarded',
      'owed',
      'sent',
      'delivered',
      'failed',
      'settled',
      'rupees',
    ]) {
      const sum = rows.reduce(
        (all: number, row: Record<string, number>) => all + (row[step] ?? 0),
        0,
      );
      expect({ step, sum }).toEqual({ step, sum: total[step] });
    }
  }
  for (const { value, verified, rewarded } of by.state) {
    expect(await one(`select count(*) from inaam.participant where state = '${value}'`)).toBe(
      verified,
    );
    expect(
      await one(
        `select count(*) from inaam.reward join inaam.participant using (pseudonym) where state = '${value}'`,
      ),
    ).toBe(rewarded);
  }
  const names = by.source.map(({ value }: { value: string }) => value);
  expect(names.toSorted()).toEqual(['(none)', '=cmd(),"x', 'launch', 'metro']);
});

test('a period counts what happened on its days only', async () => {
  const { by } = await json();
  const [first, second] = by.day.filter(({ verified }: { verified: number }) => verified > 0);
  const one = await json('--from', first.value, '--until', first.value);
  expect(one.total.verified).toBe(first.verified);
  expect(one.by.day.map(({ value }: { value: string }) => value)).toEqual([first.value]);
  const both = await json('--from', first.value, '--until', second.value);
  expect(both.total.verified).toBe(first.verified + second.verified);
  const turned = await report('--from', second.value, '--until', first.value);
  expect(turned).toMatchObject({ exit: 2, output: '' });
});

test('of a flood of made-up sources only the most frequent have a row of their own', async () => {
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select 'biscuit-2025', 'flood' || n, now() - interval '1 hour', jsonb_build_object('utm_campaign', 'made up ' || n)
     from generate_series(1, 500) as n`,
  );
  try {
    const { by } = await json();
    expect(by.source).toHaveLength(51);
    expect(by.source).toContainEqual(expect.objectContaining({ value: 'launch' }));
    expect(by.source).toContainEqual(expect.objectContaining({ value: '(other)' }));
  } finally {
    await database.query(`delete from inaam.visit where user_key like 'flood%'`);
  }
});

test('the CSV is no formula for a spreadsheet', async () => {
  const { output, exit } = await report('--by', 'source', '--csv');
  expect(exit).toBe(0);
  expect(output.split('\r\n')[0]).toBe(
    'source,visits,devices,codes,numbers,verified,rewarded,owed,sent,delivered,failed,settled,rupees',
  );
  expect(output).toContain(`"'=cmd(),""x",1,1,0,0,0,0,0,0,0,0,0,0`);
});

test('for a person: the funnel with its shares, the rows and the cost', async () => {
  const { output } = await report('--by', 'state');
  expect(output).toMatch(/Verified +\d+ +\d+\.\d % of numbers/);
  expect(output).toMatch(/\n {2}Tamil Nadu +0 /);
  expect(output).toMatch(/\nSMS for Rs \d+\.\d\d, at 25 paise each\.\n$/);
});

test('nothing can be written by it', async () => {
  const { readOnly } = await import('../database/read-only.ts');
  const writing = readOnly(database, (connection) =>
    connection.query('update inaam.message set tries = 1 where id = $1', [randomUUID()]),
  );
  await expect(writing).rejects.toMatchObject({ code: '25006' });
});
