// Each kind of data on both sides of its time limit, and the data that is never deleted.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { retention, type Retention } from './retention.rules.ts';
import { createCleanup } from './cleanup.job.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;

const filled = 50;
const dayMs = 86_400_000;
/** The age of the data that `fillCampaign` stores. */
const filledDaysAgo = 2;

beforeEach(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
});
afterEach(async () => {
  await fixture.database.end();
  await clone.drop();
});

async function count(table: string, condition: string): Promise<number> {
  const { rows } = await fixture.database.query<{ count: string }>(
    `select count(*) from inaam.${table} where ${condition}`,
  );
  return Number(rows[0]?.count);
}

async function cleanUpAfter(days: number): Promise<void> {
  fixture.clockOffset.ms = days * dayMs;
  await createCleanup(fixture)();
  expect(fixture.logged.filter(({ message }) => message.includes('step'))).toEqual([]);
}

const ofFilled = `user_key like '%-filled'`;
const owners = `pseudonym in (select pseudonym from inaam.participant
  where mobile_index in (select mobile_index from inaam.reward join inaam.participant using (campaign, pseudonym)))`;

test('what is due is deleted by the clock, and nothing before it', async () => {
  await fillCampaign(fixture.database, fixture.campaign.id, filled);
  const due: readonly { table: string; days: number; condition?: string }[] = [
    { table: 'challenge', days: retention.challenges.days - filledDaysAgo },
    { table: 'token', days: retention.tokens.days - filledDaysAgo + 1 },
    { table: 'mailbox', days: retention.mailbox.days - filledDaysAgo, condition: 'true' },
    { table: 'device_limits', days: retention.devices.days },
    { table: 'message', days: retention.codeMessages.days - filledDaysAgo },
    { table: 'visit', days: retention.visits.days - filledDaysAgo },
    { table: 'personal_data', days: retention.personalData.days, condition: owners },
    { table: 'consent', days: retention.consents.days - filledDaysAgo },
  ];
  const stored = async (days: number) =>
    Promise.all(
      due
        .filter((one) => one.days === days)
        .map(async ({ table, condition = ofFilled }) => ({
          table,
          rows: await count(table, condition),
        })),
    );
  for (const days of new Set(due.map((one) => one.days))) {
    await cleanUpAfter(days - 0.01);
    expect((await stored(days)).filter(({ rows }) => rows !== filled)).toEqual([]);
    await cleanUpAfter(days + 0.01);
    expect((await stored(days)).filter(({ rows }) => rows !== 0)).toEqual([]);
  }
  for (const table of ['participant', 'reward', 'ledger']) {
    expect(await count(table, 'true')).toBeGreaterThanOrEqual(filled);
  }
  expect(await count('message', `kind = 'voucher'`)).toBe(filled);
  expect(await count('delivery', 'true')).toBe(filled);
});

test('a device that came back within a day keeps its limits', async () => {
  await fixture.database.query(
    `insert into inaam.device_limits (campaign, user_key, sends) values
       ($1, 'active', array[$2::timestamptz]), ($1, 'gone', array[now()])`,
    [fixture.campaign.id, new Date(Date.now() + (retention.devices.days - 0.5) * dayMs)],
  );
  await cleanUpAfter(retention.devices.days + 0.01);
  const { rows } = await fixture.database.query<{ user_key: string }>(
    `select user_key from inaam.device_limits where user_key in ('active', 'gone')`,
  );
  expect(rows).toEqual([{ user_key: 'active' }]);
});

test('the details of a person whose voucher is still owed are kept until it is sent', async () => {
  const { id, mobile } = await fixture.grantVoucher(10);
  const index = fixture.keys.mobileIndex(mobile).toString('hex');
  const condition = `pseudonym = (select pseudonym from inaam.participant where mobile_index = '\\x${index}')`;
  await cleanUpAfter(retention.personalData.days + 1);
  expect(await count('personal_data', condition)).toBe(1);
  await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [id]);
  await cleanUpAfter(retention.personalData.days + 1);
  expect(await count('personal_data', condition)).toBe(0);
});

test('a cluster is kept while a voucher in it is held: otherwise nobody could release it', async () => {
  const { id } = await fixture.grantVoucher(10);
  await fixture.database.query(
    `with winner as (select campaign, pseudonym from inaam.message where id = $1),
     hold as (
       insert into inaam.review_hold (campaign, pseudonym, state, at, decided_by, why)
       select campaign, pseudonym, 'held', now(), 'rule device', 'many' from winner),
     cluster as (
       insert into inaam.review_cluster (campaign, rule, source, last_at, in_hour, in_day, in_week)
       select campaign, rule, decode(repeat('ab', 16), 'hex'), now(), 4, 4, 4
       from winner cross join unnest(array['device', 'block']) as rule
       returning number, rule)
     insert into inaam.review_member (campaign, pseudonym, rule, cluster, at, in_hour, in_day, in_week)
     select campaign, pseudonym, rule, number, now(), 4, 4, 4 from winner cross join cluster
     where rule = 'device'`,
    [id],
  );
  const kept = async () => [
    await count('review_member', 'true'),
    await count('review_cluster', 'true'),
  ];
  await cleanUpAfter(retention.reviewClusters.days + 1);
  expect(await kept()).toEqual([1, 1]);
  await fixture.database.query(`update inaam.review_hold set state = 'released'`);
  await cleanUpAfter(retention.reviewClusters.days + 1);
  expect(await kept()).toEqual([0, 0]);
});

test('the limits of numbers are deleted a month after the programme, not before', async () => {
  const { database, campaign, clocks } = fixture;
  await database.query(
    `insert into inaam.mobile_limits (campaign, mobile_index, blocked)
     select $1, sha256(convert_to('limited' || place, 'UTF8')), true from generate_series(1, 5) as place`,
    [campaign.id],
  );
  const left = Date.parse(`${campaign.programme.to}T18:30:00Z`) - clocks.campaign();
  await cleanUpAfter(left / dayMs + retention.numbers.days - 0.01);
  expect(await count('mobile_limits', 'true')).toBeGreaterThanOrEqual(5);
  await cleanUpAfter(left / dayMs + retention.numbers.days + 0.01);
  expect(await count('mobile_limits', 'true')).toBe(0);
});

test('a flood is deleted in several batches of one run', async () => {
  const flood = 12_000;
  await fixture.database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select $1, 'flood', now(), '{}' from generate_series(1, ${flood})`,
    [fixture.campaign.id],
  );
  await cleanUpAfter(retention.visits.days + 1);
  expect(await count('visit', `user_key = 'flood'`)).toBe(0);
});

test(
  'several processes that clean up at once delete everything once',
  { tags: ['long'] },
  async () => {
    await fixture.database.query(
      `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
     select $1, 'expired', place, 'YES', 'hash', now() from generate_series(1, 6000) as place`,
      [fixture.campaign.id],
    );
    fixture.clockOffset.ms = (retention.consents.days + 1) * dayMs;
    await Promise.all([createCleanup(fixture)(), createCleanup(fixture)()]);
    await createCleanup(fixture)();
    expect(await count('consent', `user_key = 'expired'`)).toBe(0);
    expect(fixture.logged.filter(({ message }) => message.includes('step'))).toEqual([]);
  },
);

test('no clock deletes the accounts, the draw and the audit log', () => {
  const kept: readonly Retention[] = [retention.accounts, retention.audit];
  expect(kept.map(({ days }) => days)).toEqual([undefined, undefined]);
});
