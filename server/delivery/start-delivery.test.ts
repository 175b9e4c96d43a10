// Codes and vouchers on their way, through the real job queue and the real store.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';
import {
  newMobile,
  deliveryFixture,
  waitUntil,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery-fixture.ts';
import { loadVoucherCodes } from '../operator/load-voucher-codes.ts';
import type { Delivery } from './start-delivery.ts';

let clone: TestDatabase;
let world: DeliveryFixture;
let delivery: Delivery | undefined;

beforeAll(async () => {
  clone = await testDatabase();
  world = await deliveryFixture(clone.url);
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  world.said.length = 0;
  await world.clear();
});
afterAll(async () => {
  await world.database.end();
  await clone.drop();
});

let codes = 0;
const newCode = () => `TRY-${String((codes += 1)).padStart(6, '0')}`;
const load = (amount: number, count: number) =>
  loadVoucherCodes(
    world,
    Array.from({ length: count }, () => ({ code: newCode(), amount })),
    world.clocks.wall(),
  );
const sent = (id: string, withinMs?: number) =>
  waitUntil(async () => (await world.message(id))?.state === 'sent', withinMs);

/** A provider that answers as told, once each, then accepts; it keeps what it was given. */
function scripted(...answers: (SendOutcome | Error | 'silent')[]) {
  const taken: OutgoingSms[] = [];
  return {
    taken,
    provider: {
      async send(sms: OutgoingSms): Promise<SendOutcome> {
        taken.push(sms);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        if (answer === 'silent') return new Promise(() => undefined);
        return answer ?? { kind: 'accepted', reference: `ref-${taken.length}` };
      },
    },
  };
}

/** Makes the jobs that back off run now. */
const hurry = () =>
  world.database.query(
    'select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())',
  );

test('[OTP-5] a code is in the mailbox within a second of the commit that owes it', async () => {
  delivery = await world.deliver();
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const mobile = newMobile();
    await world.owedCode(mobile, '482913');
    const began = performance.now();
    await waitUntil(async () => (await world.mail(mobile)).length === 1);
    times.push(performance.now() - began);
  }
  expect(Math.max(...times)).toBeLessThan(1000);
});

test('[OTP-5][OTP-7] the SMS is the registered text with the code, bound to the site', async () => {
  delivery = await world.deliver();
  const mobile = newMobile();
  const id = await world.owedCode(mobile, '482913');
  await sent(id);
  const [text = ''] = await world.mail(mobile);
  expect(text).toMatch(/^482913 is your OTP .* valid for 5 minutes/);
  expect(text.endsWith('\n@inaam.example #482913')).toBe(true);
  expect(await world.message(id)).toMatchObject({ tries: 1, outcomes: ['accepted'], reason: null });
});

test('[OTP-5] a code that was replaced, used or has run out is not sent late', async () => {
  const [replaced, used, late] = [newMobile(), newMobile(), newMobile()];
  const ids = [
    await world.owedCode(replaced, '111111', 'one'),
    await world.owedCode(used, '222222', 'two'),
  ];
  const newest = await world.owedCode(replaced, '333333', 'one');
  await world.database.query(
    `update inaam.challenge set code_used_at = now() where user_key = 'two'`,
  );
  world.ahead.wall = -300_000;
  ids.push(await world.owedCode(late, '444444', 'three'));
  world.ahead.wall = 0;
  delivery = await world.deliver();
  await sent(newest);
  await waitUntil(async () => (await world.jobs()).length === 0);
  const reasons = await Promise.all(ids.map(async (id) => (await world.message(id))?.reason));
  expect(reasons).toEqual(['replaced', 'used', 'expired']);
  const states = await Promise.all(ids.map(async (id) => (await world.message(id))?.state));
  expect(states).toEqual(['lapsed', 'lapsed', 'lapsed']);
  expect([await world.mail(replaced), await world.mail(used), await world.mail(late)]).toEqual([
    [expect.stringContaining('333333')],
    [],
    [],
  ]);
});

test('[CAM-6] a reward is paid with one code, valid for a year of the campaign’s days', async () => {
  await load(5, 3);
  delivery = await world.deliver();
  const mobile = newMobile();
  const id = await world.owedVoucher(mobile, 5);
  await sent(id);
  expect(await world.mail(mobile)).toEqual([
    expect.stringMatching(
      /^Congratulations! Your Rs\. 5 gift voucher .* is TRY-\d{6}\. Valid until 1 July 2026\.$/,
    ),
  ]);
});

test('[CAM-6][CAM-3] without stock a reward stays owed and is told; loading codes pays it at once', async () => {
  delivery = await world.deliver();
  const mobiles = [newMobile(), newMobile()];
  const ids = await Promise.all(mobiles.map((mobile) => world.owedVoucher(mobile, 10)));
  await waitUntil(async () => (await world.jobs()).every(({ last_error }) => last_error !== null));
  expect((await world.message(ids[0] ?? ''))?.state).toBe('owed');
  await waitUntil(() => world.said.length > 0);
  expect(world.said).toMatchObject([{ facts: { amount: 10, owed: expect.any(Number) } }]);
  await load(10, 2);
  await Promise.all(ids.map((id) => sent(id, 2000)));
  expect(
    new Set((await Promise.all(mobiles.map((mobile) => world.mail(mobile)))).flat()).size,
  ).toBe(2);
});

test('[CAM-6] a provider that fails gets the same code for the same number again, under the same id', async () => {
  await load(3, 1);
  const { provider, taken } = scripted(new Error('socket'), 'silent', {
    kind: 'refused',
    reason: '429',
    retryable: true,
  });
  delivery = await world.deliver({ provider, intervals: { pollMs: 20, sendMs: 100 } });
  const id = await world.owedVoucher(newMobile(), 3);
  await waitUntil(async () => {
    await hurry();
    return (await world.message(id))?.state === 'sent';
  });
  expect(taken).toHaveLength(4);
  expect(new Set(taken.map((sms) => JSON.stringify(sms))).size).toBe(1);
  expect(await world.message(id)).toMatchObject({
    tries: 4,
    outcomes: ['unknown', 'unknown', 'refused', 'accepted'],
  });
});

test('[OTP-5] a code never waits behind vouchers that the provider does not answer for', async () => {
  await load(3, 10);
  const { provider, taken } = scripted(...Array.from({ length: 10 }, () => 'silent' as const));
  delivery = await world.deliver({
    provider: { send: (sms) => (sms.text.includes('OTP') ? world.provider : provider).send(sms) },
    intervals: { sendMs: 3000 },
  });
  await Promise.all(Array.from({ length: 10 }, () => world.owedVoucher(newMobile(), 3)));
  await waitUntil(() => taken.length >= 4);
  const id = await world.owedCode(newMobile(), '482913');
  await sent(id, 1000);
  expect((await world.message(id))?.tries).toBe(1);
});

test('[CAM-6] a refusal for good ends the message, and says so', async () => {
  await load(3, 1);
  const { provider } = scripted({ kind: 'refused', reason: 'number not in use', retryable: false });
  delivery = await world.deliver({ provider });
  const id = await world.owedVoucher(newMobile(), 3);
  await waitUntil(async () => (await world.message(id))?.state === 'failed');
  expect(await world.message(id)).toMatchObject({
    reason: 'number not in use',
    outcomes: ['refused'],
  });
  expect(world.said).toMatchObject([{ level: 'error', facts: { message: id } }]);
});

test('[CAM-6] an erased winner is not sent to, and the debt is seen', async () => {
  await load(3, 1);
  const id = await world.owedVoucher(newMobile(), 3);
  await world.database.query('delete from inaam.personal_data');
  delivery = await world.deliver();
  await waitUntil(async () => (await world.message(id))?.state === 'failed');
  expect(await world.message(id)).toMatchObject({ reason: 'erased', outcomes: [] });
});

test('[CAM-6] a text that does not match its template is not sent', async () => {
  await load(3, 1);
  const { provider, taken } = scripted();
  const id = await world.owedVoucher(newMobile(), 3);
  const template = world.campaign.sms.vouchers['3'];
  if (!template) throw new Error('no template');
  const broken = { ...template, text: `${template.text} {weather}` };
  const sms = { ...world.campaign.sms, vouchers: { '3': broken } };
  delivery = await world.deliver({ provider, campaign: { ...world.campaign, sms } });
  await waitUntil(() => world.said.length > 0);
  expect((await world.message(id))?.state).toBe('assigned');
  expect(taken).toEqual([]);
  expect(world.said).toMatchObject([{ level: 'error', facts: { message: id } }]);
});

test('[CAM-6] two deliveries at once send every voucher once', async () => {
  await load(3, 60);
  const ids = await Promise.all(
    Array.from({ length: 60 }, () => world.owedVoucher(newMobile(), 3)),
  );
  const { provider, taken } = scripted();
  const both = await Promise.all([world.deliver({ provider }), world.deliver({ provider })]);
  await Promise.all(ids.map((id) => sent(id, 10_000)));
  await Promise.all(both.map((each) => each.stop()));
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(taken.map(({ text }) => text)).size).toBe(60);
});

test('no number, code or text is in a log, in the queue or in a reason, whatever the provider says', async () => {
  await load(3, 2);
  const mobile = newMobile();
  const leak = `to +91 ${mobile}: code 482913, TRY-000001`;
  const { provider } = scripted(new Error(leak), {
    kind: 'refused',
    reason: leak,
    retryable: true,
  });
  delivery = await world.deliver({ provider });
  await world.owedCode(mobile, '482913');
  await world.owedVoucher(mobile, 3);
  await waitUntil(
    async () => (await world.jobs()).filter(({ last_error }) => last_error !== null).length === 2,
  );
  const { rows } = await world.database.query('select * from inaam.delivery');
  const kept = JSON.stringify([world.said, await world.jobs(), rows]);
  expect(kept).not.toMatch(new RegExp(`${mobile}|482913|000001`));
});

test('a delivery that stops leaves no worker behind and takes no more jobs', async () => {
  delivery = await world.deliver();
  await waitUntil(async () => (await world.workers()).length === 2);
  await delivery.stop();
  expect(await world.workers()).toEqual([]);
  const mobile = newMobile();
  await world.owedCode(mobile, '482913');
  delivery = await world.deliver();
  await waitUntil(async () => (await world.mail(mobile)).length === 1);
});
