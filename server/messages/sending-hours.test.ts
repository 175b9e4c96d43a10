// The hours follow the wall clock, which the tests set; messages are due by the database's clock.
import { beforeEach, expect, test } from 'vitest';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { dayStart, indianDay } from '../platform/period.rules.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { createCleanup } from '../main/delivery/cleanup.job.ts';

const hourMs = 3_600_000;

const fixture = await testDelivery();

beforeEach(async () => {
  await loadVoucherCodes(
    fixture,
    [
      { code: 'HOURS-3', amount: 3 },
      { code: 'HOURS-5', amount: 5 },
    ],
    fixture.clocks.wall(),
  );
});

/** Sets the wall clock to an hour of tomorrow in India. */
function setHour(hour: number): void {
  const tomorrow = dayStart(indianDay(Date.now() + 24 * hourMs));
  fixture.clockOffset.ms = tomorrow + hour * hourMs - Date.now();
}

/** Sends vouchers of Rs 3 in this category; those of Rs 5 are sent at any hour. */
async function deliver(category: SmsCategory) {
  const { campaign } = fixture;
  const { vouchers } = campaign.sms;
  const three = vouchers['3'];
  if (!three) throw new Error('no template');
  const sms = { ...campaign.sms, vouchers: { ...vouchers, '3': { ...three, category } } };
  return fixture.deliver({ campaign: { ...campaign, sms } });
}

const isSent = async (id: string) => (await fixture.message(id))?.state === 'sent';

/** @returns the only waiting voucher, once it was put off */
async function postponed() {
  const found = async () => {
    const [voucher] = await fixture.waiting();
    const isPutOff = voucher?.leased_until === null && voucher.due_at.getTime() > Date.now();
    return isPutOff ? voucher : undefined;
  };
  await waitUntil(async () => (await found()) !== undefined);
  const voucher = await found();
  if (!voucher) throw new Error('no voucher');
  return voucher;
}

test.each(['promotional', 'service-explicit'] as const)(
  '[CAM-6] a %s voucher waits for the morning, and others are sent in the night',
  async (category) => {
    setHour(22);
    const waits = await fixture.grantVoucher(3);
    await deliver(category);
    const voucher = await postponed();
    const other = await fixture.grantVoucher(5);
    await waitUntil(() => isSent(other.id));
    expect(await fixture.message(waits.id)).toMatchObject({ state: 'assigned', outcomes: [] });
    expect(voucher.attempts).toBe(0);
    const dueIn = voucher.due_at.getTime() - Date.now();
    expect(dueIn).toBeGreaterThan(12 * hourMs - 60_000);
    expect(dueIn).toBeLessThan(12 * hourMs + 3 * 60_000);
    expect(fixture.logged).toMatchObject([
      { level: 'info', facts: { category }, message: expect.stringMatching(/10:00 to 21:00/) },
    ]);

    setHour(24 + 15);
    await fixture.postpone(0);
    await waitUntil(() => isSent(waits.id));
    expect(await fixture.message(waits.id)).toMatchObject({ tries: 1, outcomes: ['accepted'] });
    expect(await fixture.textsTo(waits.mobile)).toEqual([expect.stringContaining('HOURS-3')]);
  },
);

test('[CAM-6] at an hour of the category a voucher is sent at once', async () => {
  setHour(15);
  const { id } = await fixture.grantVoucher(3);
  await deliver('promotional');
  await waitUntil(() => isSent(id));
  expect(await fixture.message(id)).toMatchObject({ tries: 1 });
});

const bringForward = async () => {
  await createCleanup(fixture)();
  const [waiting] = await fixture.waiting();
  return waiting?.due_at.getTime();
};

test('what brings messages forward leaves a voucher that was put off to its hour', async () => {
  setHour(22);
  await fixture.grantVoucher(3);
  const delivery = await deliver('promotional');
  const voucher = await postponed();
  await delivery.stop();
  fixture.clockOffset.ms = 0;
  expect(await bringForward()).toBe(voucher.due_at.getTime());
});

test('a voucher that was put off before the database’s clock was set back is sent sooner', async () => {
  setHour(22);
  await fixture.grantVoucher(3);
  const delivery = await deliver('promotional');
  await postponed();
  await delivery.stop();
  fixture.clockOffset.ms = 0;
  await fixture.database.query(`update inaam.message set due_at = due_at + interval '1 day'`);
  expect(await bringForward()).toBeLessThanOrEqual(Date.now());
});
