import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { createCleanup } from './cleanup.job.ts';
import { keepRollups } from '../figures/keep-rollups.job.ts';
import type { Watched } from '../main/delivery/delivery-dependencies.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
});
afterEach(async () => {
  fixture.logged.length = 0;
  fixture.clockOffset.ms = 0;
  await fixture.clear();
});
afterAll(async () => {
  await fixture.database.end();
  await clone.drop();
});

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
     from inaam.challenge where user_key = $1`,
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
        `update inaam.challenge set code_used_at = code_at where user_key = 'one'`,
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
