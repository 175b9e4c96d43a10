import { afterEach, expect, test, beforeEach, describe } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { createCleanup } from './cleanup.job.ts';
import { keepRollups } from '../../figures/keep-rollups.job.ts';
import type { Watched } from '../../messages/delivery-dependencies.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { retention } from '../../participants/retention.rules.ts';

const fixture = await testDelivery();

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

async function challenge(userKey: string) {
  const { rows } = await fixture.database.query<{
    code: boolean;
    registration: boolean;
    hash: boolean;
  }>(
    `select code_sealed is not null as code, mobile_sealed is not null and registration_sealed is not null as registration,
       code_hash is not null as hash
     from inaam.code_request where user_key = $1`,
    [userKey],
  );
  return rows[0];
}

test.each([
  { after: 4.9 * minuteMs, used: false, code: true, registration: true },
  { after: 5 * minuteMs, used: false, code: false, registration: true },
  { after: 124 * minuteMs, used: false, code: false, registration: true },
  { after: 126 * minuteMs, used: false, code: false, registration: false },
  { after: 0, used: true, code: false, registration: true },
  { after: 1.9 * minuteMs, used: true, code: false, registration: true },
  { after: 2.1 * minuteMs, used: true, code: false, registration: false },
])(
  '[OTP-5] after $after ms (used: $used) the code is still stored: $code, the registration: $registration',
  async ({ after, used, code, registration }) => {
    await fixture.requestCode(newMobile(), '482913', 'one');
    if (used) {
      await fixture.database.query(
        `update inaam.code_request set code_used_at = code_at where user_key = 'one'`,
      );
    }
    fixture.clockOffset.ms = after;
    await createCleanup(fixture)();
    expect(await challenge('one')).toEqual({ code, registration, hash: true });
    expect(fixture.logged).toEqual([]);
  },
);

test('[OTP-5] the unsent message of a code lapses when the code expires', async () => {
  const late = await fixture.requestCode(newMobile(), '482913');
  fixture.clockOffset.ms = 5 * minuteMs;
  const good = await fixture.requestCode(newMobile(), '482913');
  await createCleanup(fixture)();
  expect(await fixture.message(late)).toMatchObject({ state: 'lapsed', reason: 'expired' });
  expect(await fixture.message(good)).toMatchObject({ state: 'owed' });
});

test('[CAM-6] messages from before the clock of the database was set back do not wait for that time', async () => {
  await fixture.grantVouchers(3, 2);
  await fixture.requestCode(newMobile(), '482913');
  const [late, failed] = (await fixture.waiting()).map(({ id }) => id);
  await fixture.database.query(`update inaam.message set due_at = now() + interval '1 hour'`);
  await fixture.database.query(
    `update inaam.message set attempts = 6, due_at = now() + interval '6 minutes' where id = $1`,
    [failed],
  );
  await createCleanup(fixture)();
  const waiting = (await fixture.waiting()).filter(({ due_at }) => due_at.getTime() > Date.now());
  // The pause is at most exp(6) seconds.
  expect(waiting.map(({ id }) => id)).toEqual([failed]);
  expect(late).not.toBe(failed);
});

test.each([
  { days: 1.9, level: undefined },
  { days: 2.1, level: 'warn' },
  { days: 8.9, level: 'warn' },
  { days: 9.1, level: 'error' },
])('[CAM-6] a voucher owed for $days days is logged as $level', async ({ days, level }) => {
  const { id } = await fixture.grantVoucher(3);
  fixture.clockOffset.ms = days * dayMs;
  const watched: Watched[] = [];
  const cleanUp = createCleanup({ ...fixture, onWatch: (seen) => watched.push(seen) });
  await cleanUp();
  await cleanUp();
  const logged = fixture.logged.filter(({ message }) => message.includes('owed for more than'));
  expect(logged.map((line) => line.level)).toEqual(level === undefined ? [] : [level]);
  expect(watched.filter(({ kind }) => kind === 'overdue').slice(0, 2)).toEqual([
    { kind: 'overdue', days: 2, count: level === undefined ? 0 : 1 },
    { kind: 'overdue', days: 9, count: level === 'error' ? 1 : 0 },
  ]);
  await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [id]);
  fixture.clockOffset.ms += 2 * 60 * minuteMs;
  fixture.logged.length = 0;
  await cleanUp();
  expect(fixture.logged.filter(({ message }) => message.includes('owed for more than'))).toEqual(
    [],
  );
});

test('[CAM-6] a stock that is nearly used up is logged before it is, once an hour', async () => {
  // Two rewards a day later; those of earlier tests are a week old by then.
  fixture.clockOffset.ms = 8 * dayMs;
  await fixture.grantVouchers(10, 2);
  const load = (from: number, count: number) =>
    loadVoucherCodes(
      fixture,
      Array.from({ length: count }, (_, at) => ({ code: `LASTS-${from + at}`, amount: 10 })),
      fixture.clocks.wall(),
    );
  const watched: Watched[] = [];
  const cleanUp = createCleanup({ ...fixture, onWatch: (seen) => watched.push(seen) });
  const look = async () => {
    watched.length = 0;
    fixture.logged.length = 0;
    await keepRollups(fixture)();
    await cleanUp();
    return {
      days: watched.flatMap((seen) =>
        seen.kind === 'stock' && seen.amount === 10 ? [seen.daysLeft] : [],
      ),
      levels: fixture.logged
        .filter(({ message }) => message.includes('codes of Rs 10 last for'))
        .map(({ level }) => level),
    };
  };
  await load(1000, 5);
  fixture.clockOffset.ms += minuteMs;
  expect(await look()).toEqual({ days: [1], levels: ['error'] });
  expect(await look()).toEqual({ days: [], levels: [] });
  await load(2000, 10);
  fixture.clockOffset.ms += 10 * minuteMs;
  expect(await look()).toEqual({ days: [6], levels: ['warn'] });
  fixture.clockOffset.ms += 10 * minuteMs;
  expect(await look()).toEqual({ days: [6], levels: [] });
  fixture.clockOffset.ms += 50 * minuteMs;
  expect(await look()).toEqual({ days: [6], levels: ['warn'] });
  await load(3000, 1);
  fixture.clockOffset.ms += 10 * minuteMs;
  expect(await look()).toEqual({ days: [7], levels: [] });
});

test('delivery runs the cleanup automatically', async () => {
  await fixture.requestCode(newMobile(), '482913', 'one');
  const delivery = await fixture.deliver({ intervals: { cleanupMs: 20 } });
  fixture.clockOffset.ms = 5 * minuteMs;
  expect(await waitUntil(async () => (await challenge('one'))?.code === false)).toBe(true);
  await delivery.stop();
});

// Each kind of data on both sides of its time limit, and the data that is never deleted.
describe('ages', () => {
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
  afterEach(() => clone.drop());
  afterEach(() => fixture.database.end());

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
  const owners = `pseudonym in (select pseudonym from inaam.participation
  where mobile_index in (select mobile_index from inaam.reward join inaam.participation using (campaign, pseudonym)))`;

  test('what is due is deleted by the clock, and nothing before it', async () => {
    await fillCampaign(fixture.database, fixture.campaign.id, filled);
    const due: readonly { table: string; days: number; condition?: string }[] = [
      { table: 'code_request', days: retention.codeRequests.days - filledDaysAgo },
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
    for (const table of ['participation', 'reward', 'ledger']) {
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
    const condition = `pseudonym = (select pseudonym from inaam.participation where mobile_index = '\\x${index}')`;
    await cleanUpAfter(retention.personalData.days + 1);
    expect(await count('personal_data', condition)).toBe(1);
    await fixture.database.query(`update inaam.message set state = 'sent' where id = $1`, [id]);
    await cleanUpAfter(retention.personalData.days + 1);
    expect(await count('personal_data', condition)).toBe(0);
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
});
