// A gateway over HTTP whose answers are odd, late or not to be understood.
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  startFaultyGateway,
  type GatewayAnswer,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { httpGatewaySchema } from '../sms/gateway/gateway-schema.ts';
import { httpProvider } from '../sms/gateway/http-provider.ts';
import { resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import { unclearPausesMs } from './delivery-limits.rules.ts';
import { applyReceipts, storeReceipts, type StoredReceipt } from './sms-receipts.sql.ts';

const fixture = await testDelivery();
const gateway = await startFaultyGateway();
afterEach(() => {
  gateway.received.length = 0;
});
afterAll(() => gateway.close());

const deliver = (sendMs = 5000) => {
  const http = httpGatewaySchema.parse({
    address: `${gateway.address}/send`,
    json: { to: '{mobile}', text: '{text}', ref: '{reference}' },
    answer: { rules: [{ is: 'accepted', status: '200', json: { type: '^success$' } }] },
  });
  const provider = httpProvider(http, { values: {}, secrets: {}, templates: {} });
  const limits = { inFlight: 20, perSecond: 5000 };
  const path = { name: 'gateway', sends: ['otp', 'voucher'] as const, provider, limits, sendMs };
  return fixture.deliver({ paths: [path], intervals: { pollMs: 20 } });
};

let codes = 0;
async function owedVoucher() {
  await fixture.loadCodes(3, `UNCLEAR-${(codes += 1)}`);
  const { id } = await fixture.grantVoucher(3);
  return id;
}
const stateOf = async (id: string) => (await fixture.message(id))?.state;

/** Makes it due again and again until it is neither owed nor assigned. */
const toTheEnd = (id: string) =>
  waitUntil(async () => {
    await fixture.postpone(0);
    return !['owed', 'assigned'].includes((await stateOf(id)) ?? '');
  });

const success = '{"type":"success"}';

/** What is read of an answer at all: ../sms/gateway/exchange.test.ts and read-answer.test.ts. */
test.each<[string, GatewayAnswer, string]>([
  ['a page', { status: 200, body: '<!doctype html><p>Welcome' }, 'HTTP 200'],
  ['a reset', 'reset', 'ECONNRESET'],
])(
  '[CAM-6] a voucher that is answered with %s three times waits for a person',
  async (_, answer, reason) => {
    gateway.answer(answer);
    await deliver();
    const id = await owedVoucher();
    await toTheEnd(id);
    const why = `no clear answer from gateway: ${reason}`;
    expect(await fixture.message(id)).toEqual({
      state: 'failed',
      tries: 3,
      reason: why,
      outcomes: ['unknown', 'unknown', 'unknown'],
    });
    expect(gateway.received).toHaveLength(3);
    expect(new Set(gateway.received.map(({ body }) => body)).size).toBe(1);
    expect(fixture.logged).toContainEqual({
      level: 'error',
      facts: { message: id, path: 'gateway', reason },
      message: expect.stringContaining('no longer sent'),
    });
  },
);

test('[OTP-5] a code that is answered with 504 is sent twice at most', async () => {
  gateway.answer({ status: 504 });
  await deliver();
  const id = await fixture.requestCode(newMobile(), '482913');
  await toTheEnd(id);
  expect(await fixture.message(id)).toMatchObject({
    state: 'failed',
    reason: 'no clear answer from gateway: HTTP 504',
    outcomes: ['unknown', 'unknown'],
  });
  expect(gateway.received).toHaveLength(2);
});

test('[CAM-6] after an answer that says nothing, a voucher waits for minutes', async () => {
  gateway.answer({ status: 502 });
  await deliver();
  const id = await owedVoucher();
  for (const [at, pauseMs] of unclearPausesMs.voucher.entries()) {
    await waitUntil(async () => {
      const [waiting] = await fixture.waiting();
      return gateway.received.length > at && waiting?.leased_until === null;
    });
    const [waiting] = await fixture.waiting();
    const leftMs = (waiting?.due_at.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(pauseMs - 60_000);
    expect(leftMs).toBeLessThanOrEqual(pauseMs + 1000);
    await fixture.postpone(0);
  }
  await toTheEnd(id);
  expect(gateway.received).toHaveLength(3);
});

test('[CAM-6] refusals between do not count: only what may have been sent is sent three times at most', async () => {
  const unclear = { status: 502 };
  gateway.answer(
    unclear,
    { status: 503 },
    { status: 400 },
    unclear,
    { status: 503 },
    { status: 200, body: success },
  );
  await deliver();
  const id = await owedVoucher();
  await toTheEnd(id);
  expect(await fixture.message(id)).toMatchObject({
    state: 'sent',
    outcomes: ['unknown', 'refused', 'refused', 'unknown', 'refused', 'accepted'],
  });
});

test('[CAM-6] what a person sends again may be handed over three times more', async () => {
  gateway.answer({ status: 502 });
  await deliver();
  const id = await owedVoucher();
  await toTheEnd(id);
  const reason = (await fixture.message(id))?.reason ?? '';
  const operator = { by: 'asha', reason: 'asked the provider', at: fixture.clocks.wall() };
  const audit = {
    campaign: fixture.campaign.id,
    command: 'deliveries resend',
    operator,
    details: {},
  };
  const sent = await resendVouchers(
    fixture.database,
    fixture.campaign.id,
    { reason },
    { max: 10, now: operator.at, auditOf: () => audit },
  );
  expect(sent).toBe(1);
  await toTheEnd(id);
  expect(await fixture.message(id)).toMatchObject({ state: 'failed', reason });
  expect(gateway.received).toHaveLength(6);
});

test.each<[string, 'otp' | 'voucher']>([
  ['[OTP-5] of a code', 'otp'],
  ['[CAM-6] of a voucher', 'voucher'],
])('%s a late answer counts, and it is not sent again', async (_, kind) => {
  const { promise: after, resolve: answerNow } = Promise.withResolvers<void>();
  gateway.answer({ status: 200, body: success, after });
  await deliver(50);
  const id =
    kind === 'otp' ? await fixture.requestCode(newMobile(), '482913') : await owedVoucher();
  await waitUntil(async () => (await fixture.message(id))?.outcomes.includes('unknown'));
  answerNow();
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  expect(await fixture.message(id)).toMatchObject({ tries: 1, outcomes: ['unknown', 'accepted'] });
  await fixture.postpone(0);
  expect(gateway.received).toHaveLength(1);
});

test('[CAM-6] a refusal for good that comes late ends a voucher', async () => {
  const { promise: after, resolve: answerNow } = Promise.withResolvers<void>();
  const provider = {
    send: async () => {
      await after;
      return { kind: 'refusedPermanently', reason: 'no such number' } as const;
    },
  };
  await fixture.deliver({ provider, intervals: { pollMs: 20, sendMs: 50 } });
  const id = await owedVoucher();
  await waitUntil(async () => (await fixture.message(id))?.outcomes.includes('unknown'));
  answerNow();
  await waitUntil(async () => (await stateOf(id)) === 'failed');
  expect(await fixture.message(id)).toMatchObject({ reason: 'no such number', tries: 1 });
});

test('a delivery that stops leaves no attempt whose answer is late', async () => {
  gateway.answer('hang');
  const delivery = await deliver(50);
  const before = gateway.abandoned();
  const id = await owedVoucher();
  await waitUntil(async () => (await fixture.message(id))?.outcomes.includes('unknown'));
  expect(gateway.abandoned()).toBe(before);
  await delivery.stop();
  await waitUntil(() => gateway.abandoned() === before + 1);
});

type Said =
  | Pick<StoredReceipt & { outcome: 'delivered' }, 'outcome'>
  | Pick<StoredReceipt & { outcome: 'undelivered' }, 'outcome' | 'reason'>;

test('[CAM-6] a receipt still counts for a voucher that waits for a person', async () => {
  gateway.answer({ status: 504 });
  await deliver();
  const id = await owedVoucher();
  await toTheEnd(id);
  const { database, campaign, clocks } = fixture;
  const receive = async (outcome: Said) => {
    const receipt = { path: 'gateway', reference: id, at: clocks.wall(), ...outcome };
    await storeReceipts(database, campaign.id).one(receipt);
    await applyReceipts(database, clocks.wall());
  };
  await receive({ outcome: 'undelivered', reason: 'number not in use' });
  expect(await fixture.message(id)).toMatchObject({ state: 'failed', reason: 'number not in use' });
  await receive({ outcome: 'delivered' });
  expect(await stateOf(id)).toBe('delivered');
});
