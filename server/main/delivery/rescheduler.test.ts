import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { recordAttempts } from '../../messages/messages.sql.ts';
import { assignVouchers } from '../../vouchers/voucher-assignment.sql.ts';
import { createRescheduler } from './rescheduler.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
});
afterEach(() => fixture.clear());
afterAll(async () => {
  await fixture.database.end();
  await clone.drop();
});

const count = 12;
/** How many of them have a code: the stock holds no more. */
const withCode = 10;

/** Vouchers as an outage leaves them, each tried and waiting. @returns the messages' ids */
async function waitingVouchers(): Promise<string[]> {
  const codes = Array.from({ length: withCode }, (_, at) => ({ code: `WAITS-${at}`, amount: 3 }));
  await loadVoucherCodes(fixture, codes, fixture.clocks.wall());
  const vouchers = await fixture.grantVouchers(3, count);
  const assign = assignVouchers(fixture.database, fixture.campaign.id);
  const until = promisedUntil(fixture.clocks.campaign());
  const now = fixture.clocks.wall();
  await Promise.all(
    vouchers.map(({ id }) => assign.one({ messageId: id, now, promisedUntil: until })),
  );
  await fixture.database.query(
    `update inaam.message set attempts = 3, due_at = now() + place * interval '1 minute'
     from (select id, row_number() over (order by id) as place from inaam.message) as waiting
     where message.id = waiting.id`,
  );
  return vouchers.map(({ id }) => id);
}

const attemptsOfDue = async () => {
  const waiting = await fixture.waiting();
  return waiting
    .filter(({ due_at }) => due_at.getTime() <= Date.now())
    .map(({ attempts }) => attempts);
};

const idsOf = async (text: string) =>
  (await fixture.database.query<{ id: string }>(text)).rows.map(({ id }) => id);
const withCodes = () => idsOf(`select id from inaam.message where state = 'assigned'`);
const dueMessages = () => idsOf('select id from inaam.message where due_at <= now()');

test('[CAM-6] vouchers that wait after an outage are brought forward as the provider takes others', async () => {
  await waitingVouchers();
  const rescheduler = createRescheduler(fixture);
  await rescheduler.run();
  expect(await attemptsOfDue()).toEqual([]);
  rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  expect(await attemptsOfDue()).toEqual([3, 3, 3, 3]);
  rescheduler.count('voucher', 'throttled');
  await rescheduler.run();
  expect(await attemptsOfDue()).toHaveLength(4);
  for (let time = 0; time < count; time += 1) rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  // Those without a code wait for stock, and for nothing else.
  expect(await attemptsOfDue()).toHaveLength(withCode);
});

test('[CAM-6] while the provider fails, nothing is brought forward', async () => {
  await waitingVouchers();
  const rescheduler = createRescheduler(fixture);
  rescheduler.count('voucher', 'accepted');
  rescheduler.count('voucher', 'refusedForNow');
  await rescheduler.run();
  rescheduler.count('voucher', 'unknown');
  await rescheduler.run();
  for (let time = 0; time < 9; time += 1) rescheduler.count('voucher', 'accepted');
  rescheduler.count('voucher', 'throttled');
  await rescheduler.run();
  expect(await attemptsOfDue()).toEqual([]);
});

const minuteMs = 60_000;

test.each([
  { last: 'perhaps accepted an hour ago', outcome: 'unknown', agoMs: 60 * minuteMs },
  { last: 'refused a second ago', outcome: 'refused', agoMs: 1000 },
] as const)(
  '[CAM-6] a voucher $last keeps its back-off, though others are brought forward',
  async ({ outcome, agoMs }) => {
    const messages = await waitingVouchers();
    const record = recordAttempts(fixture.database, fixture.campaign.id);
    const facts = { path: 'main', reason: 'no answer', isFinal: false };
    const refusedBefore = fixture.clocks.wall() - 6 * minuteMs;
    for (const messageId of messages)
      await record.one({ messageId, at: refusedBefore, outcome: 'refused', ...facts });
    const [messageId = ''] = await withCodes();
    await record.one({ messageId, at: fixture.clocks.wall() - agoMs, outcome, ...facts });
    const rescheduler = createRescheduler(fixture);
    for (let time = 0; time < count; time += 1) rescheduler.count('voucher', 'accepted');
    await rescheduler.run();
    expect(await dueMessages()).toHaveLength(withCode - 1);
    expect(await dueMessages()).not.toContain(messageId);
  },
);

test('[CAM-6] vouchers that are due already are not exceeded by those that are brought forward', async () => {
  await waitingVouchers();
  await fixture.database.query(
    `update inaam.message set due_at = now()
     where id in (select id from inaam.message where state = 'assigned' order by id desc limit 3)`,
  );
  const rescheduler = createRescheduler(fixture);
  rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  expect(await attemptsOfDue()).toHaveLength(4);
});

test('[CAM-6] while enough that were brought forward are still due, no others are looked for', async () => {
  await waitingVouchers();
  const rescheduler = createRescheduler(fixture);
  for (let time = 0; time < 2; time += 1) rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  expect(await attemptsOfDue()).toHaveLength(8);
  await fixture.postpone(60);
  for (const expected of [0, 0, 10]) {
    rescheduler.count('voucher', 'accepted');
    await rescheduler.run();
    expect(await attemptsOfDue()).toHaveLength(expected);
  }
});

test('[CAM-6] after a failure few are brought forward again, whatever was taken before', async () => {
  await waitingVouchers();
  const rescheduler = createRescheduler(fixture);
  for (let time = 0; time < 2; time += 1) rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  await fixture.postpone(60);
  rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  rescheduler.count('voucher', 'unknown');
  await rescheduler.run();
  expect(await attemptsOfDue()).toEqual([]);
  rescheduler.count('voucher', 'accepted');
  await rescheduler.run();
  expect(await attemptsOfDue()).toHaveLength(4);
});

test('a run that leaves nothing to move is followed by a minute of runs that read nothing', async () => {
  await waitingVouchers();
  const rescheduler = createRescheduler(fixture);
  const run = async () => {
    for (let time = 0; time < count; time += 1) rescheduler.count('voucher', 'accepted');
    await rescheduler.run();
    return attemptsOfDue();
  };
  expect(await run()).toHaveLength(withCode);
  await fixture.postpone(60);
  for (let skipped = 0; skipped < 29; skipped += 1) expect(await run()).toEqual([]);
  expect(await run()).toHaveLength(withCode);
});

const code = async () => {
  const [waiting] = await fixture.waiting();
  return { isDue: (waiting?.due_at.getTime() ?? 0) <= Date.now(), attempts: waiting?.attempts };
};
async function waitingCode() {
  await fixture.requestCode(newMobile(), '482913');
  await fixture.database.query(
    `update inaam.message set attempts = 4, due_at = now() + interval '1 minute'`,
  );
}

test.each([
  { kind: 'otp', outcome: 'accepted', isDue: true },
  { kind: 'voucher', outcome: 'accepted', isDue: true },
  { kind: 'otp', outcome: 'unknown', isDue: false },
  { kind: 'otp', outcome: 'throttled', isDue: false },
  { kind: 'voucher', outcome: 'refusedForNow', isDue: false },
] as const)(
  '[OTP-5] a code that waits after an outage is due after a $kind $outcome: $isDue',
  async ({ kind, outcome, isDue }) => {
    await waitingCode();
    const rescheduler = createRescheduler(fixture);
    rescheduler.retryCodesSoon();
    await rescheduler.run();
    expect(await code()).toEqual({ isDue: false, attempts: 4 });
    rescheduler.count(kind, outcome);
    await rescheduler.run();
    expect(await code()).toEqual({ isDue, attempts: isDue ? 1 : 4 });
  },
);

test('[OTP-5] while no code waits for a path that failed, no codes are looked for', async () => {
  await waitingCode();
  const rescheduler = createRescheduler(fixture);
  rescheduler.count('otp', 'accepted');
  await rescheduler.run();
  expect(await code()).toEqual({ isDue: false, attempts: 4 });
  rescheduler.retryCodesSoon();
  for (const isDue of [true, true, false]) {
    rescheduler.count('otp', 'accepted');
    await rescheduler.run();
    expect(await code()).toMatchObject({ isDue });
    await fixture.postpone(60);
  }
});
