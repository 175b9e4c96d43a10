// Web hook events arrive in order for each participant, at least once and signed, and never delay
// an SMS.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import {
  operatorFixture,
  type OperatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  startWebhookReceiver,
  webhookSecret,
  type ReceiverAnswer,
  type ReceivedEvent,
  type WebhookReceiver,
} from './testing/webhook-receiver.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { takeEvents } from './events.sql.ts';
import { eventBody, post, signatureOf } from './post.ts';
import { startWebhooks } from './send-events.job.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { webhooks } from './plugin.ts';
import { webhooks as server } from './server.ts';

let operators: OperatorFixture;
let fixture: DeliveryFixture;
let verified: string[];
let receiver: WebhookReceiver;
const running: { stop(): Promise<void> }[] = [];
const secrets = [new Uint8Array(Buffer.from(webhookSecret.slice('whsec_'.length), 'base64'))];

beforeAll(async () => {
  operators = operatorFixture();
  const { url } = await operators.newDatabase();
  fixture = await deliveryFixture(url);
  await turn('on');
  await fixture.verifyParticipants();
  verified = await waitingTypes();
  await fixture.database.query('delete from inaam.webhook_event');
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
  await fixture.clear();
  await fixture.database.query('delete from inaam.webhook_event');
});
afterAll(() => operators.end());
afterAll(() => fixture.database.end());

async function waitingTypes(): Promise<string[]> {
  const { rows } = await fixture.database.query<{ type: string }>(
    'select type from inaam.webhook_event where failed_at is null order by number',
  );
  return rows.map(({ type }) => type);
}

async function receive(answerTo: (event: ReceivedEvent) => ReceiverAnswer): Promise<void> {
  const started = await startWebhookReceiver(answerTo);
  receiver = started;
  // First, so that nothing waits for a receiver that delays its answer.
  running.unshift({ stop: () => started.close() });
}

const variables = () => ({
  WEBHOOK_URL: receiver.url.href,
  WEBHOOK_HOSTS: receiver.url.hostname,
  WEBHOOK_SECRET: webhookSecret,
  WEBHOOK_PRIVATE: 'yes',
});

async function startHooks(answerMs = 30_000): Promise<void> {
  const times = { pollMs: 20, answerMs };
  const options = { ...fixture, variables: variables(), times };
  running.push(await startWebhooks(options));
}

const operator = async (...words: string[]) => {
  const options = { variables: { DATABASE_URL: fixture.url } };
  return JSON.parse((await runOperatorInProcess(['webhooks', ...words, '--json'], options)).output);
};
const turn = (state: 'on' | 'off') => operator(state, '--why', 'a test', '--by', 'asha');

let codes = 0;
const loadCode = () =>
  loadVoucherCodes(fixture, [{ code: `HOOK-${(codes += 1)}`, amount: 3 }], fixture.clocks.wall());

const typesOf = (participant: unknown) =>
  receiver.received
    .filter(({ data }) => data['participant'] === participant)
    .map(({ type }) => type);

test('each verification is an event, and nothing is while the operator has them off', async () => {
  expect(new Set(verified)).toEqual(new Set(['participant.verified']));
  expect(verified.length).toBeGreaterThan(200);
  await receive(() => 200);
  expect(await turn('off')).toEqual({ campaign: fixture.campaign.id, result: 'off' });
  expect(await turn('off')).toMatchObject({ result: 'already' });
  await fixture.grantVoucher(3);
  expect(await waitingTypes()).toEqual([]);
  expect(await turn('on')).toMatchObject({ result: 'on' });
  expect(await turn('on')).toMatchObject({ result: 'already' });
  await fixture.grantVoucher(3);
  expect(await waitingTypes()).toEqual(['reward.granted']);
  const { rows } = await fixture.database.query<{ command: string; operator: string }>(
    'select command, operator from inaam.audit order by number desc limit 2',
  );
  expect(rows).toEqual([
    { command: 'webhooks on', operator: 'asha' },
    { command: 'webhooks off', operator: 'asha' },
  ]);
});

test('a program that starts with a receiver or without one changes nothing for others, and says what does not fit', async () => {
  const { logged } = fixture;
  const started = async (withReceiver: boolean) => {
    logged.length = 0;
    const options = { ...fixture, variables: withReceiver ? variables() : {} };
    running.push(await startWebhooks(options));
    return logged.map(({ level, message }) => `${level}: ${message}`);
  };
  await receive(() => 500);
  const checked = (own = {}) => server.check.run(fixture.database, fixture.campaign.id, own);
  expect(await started(false)).toEqual([
    expect.stringMatching(/^warn: Events are recorded, and this program sends none/),
  ]);
  expect(await checked()).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^Events are recorded, and .* no WEBHOOK_URL/),
  });
  expect(await checked(variables())).toMatchObject({ state: 'ok' });
  await fixture.grantVoucher(3);
  expect(await waitingTypes()).toEqual(['reward.granted']);
  expect(await started(true)).toEqual([]);
  expect(await operator('list')).toMatchObject({ recording: true });

  await turn('off');
  expect(await started(false)).toEqual([]);
  expect(await checked()).toMatchObject({ state: 'ok', found: 'No events are recorded.' });
  expect(await checked(variables())).toMatchObject({
    state: 'warning',
    found: 'WEBHOOK_URL is set, and no events are recorded.',
  });
  expect(await started(true)).toEqual([
    expect.stringMatching(/^warn: WEBHOOK_URL is set, and no events are recorded/),
  ]);
  await fixture.grantVoucher(3);
  expect(await waitingTypes()).toEqual(['reward.granted']);
  expect(await operator('list')).toMatchObject({ recording: false, since: null });
  await turn('on');
});

test('the events of a participant keep their order while the receiver fails, and other participants do not wait', async () => {
  let failures = 1;
  await receive(() => (failures-- > 0 ? 500 : 200));
  await startHooks();
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(() => receiver.received.length === 1);
  const late = receiver.received[0]?.data['participant'];
  await loadCode();
  running.push(await fixture.deliver());
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  await fixture.grantVoucher(3);
  await waitUntil(() => receiver.received.length === 2);
  expect(typesOf(late)).toEqual(['reward.granted']);
  fixture.clockOffset.ms += 6000;
  await waitUntil(() => receiver.received.length === 4);
  expect(typesOf(late)).toEqual(['reward.granted', 'reward.granted', 'voucher.sent']);
  const [first, again, sent] = receiver.received.filter(({ data }) => data['participant'] === late);
  expect(again?.id).toBe(first?.id);
  expect(sent).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'voucher.sent',
    timestamp: expect.stringMatching(/T\d\d:\d\d:00\.000Z$/),
    data: {
      campaign: fixture.campaign.id,
      participant: expect.stringMatching(/^[0-9a-f]{32}$/),
      sequence: expect.any(Number),
      state: 'Tamil Nadu',
      source: null,
      language: null,
      amount: 3,
      message: id,
    },
  });
  await waitUntil(async () => (await waitingTypes()).length === 0);
});

test('what was sent by a process that died before it noted that is sent again, with the same id', async () => {
  await receive(() => 200);
  await fixture.grantVoucher(3);
  const { database, campaign, clocks } = fixture;
  const taking = { now: clocks.wall(), leaseMs: 60_000, max: 16 };
  const [event] = await takeEvents(database, campaign.id, taking);
  if (!event) throw new Error('No event was taken.');
  const body = eventBody(campaign.id, event);
  const target = { url: receiver.url, secrets, isPrivate: true };
  await post(target, body, signatureOf(event.id, body, secrets, clocks.wall()), 30_000);
  expect(await takeEvents(database, campaign.id, taking)).toEqual([]);
  fixture.clockOffset.ms += 61_000;
  await startHooks();
  await waitUntil(async () => (await waitingTypes()).length === 0);
  expect(receiver.received.map(({ id }) => id)).toEqual([event.id, event.id]);
});

test('SMS leave while the receiver stalls, and what it did not answer is tried again', async () => {
  await receive(() => 'hang');
  await startHooks();
  await fixture.grantVouchers(3, 20);
  // The maximum that may be in flight.
  await waitUntil(() => receiver.received.length === 16);
  await loadCode();
  running.push(await fixture.deliver());
  await waitUntil(async () => (await waitingTypes()).includes('voucher.sent'));
  expect(receiver.received).toHaveLength(16);
});

test('after three days an event has failed: it is counted, lets the next one go, and is sent again on request', async () => {
  let status = 500;
  await receive(() => status);
  await fixture.grantVoucher(3);
  const { database } = fixture;
  const variables = { DATABASE_URL: fixture.url };
  await database.query(`update inaam.webhook_event set queued_at = queued_at - interval '3 days'`);
  await startHooks();
  await waitUntil(async () => (await operator('list')).failed === 1);
  expect(await operator('list')).toMatchObject({ waiting: 0, failed: 1 });
  status = 200;
  const retry = ['retry', '--why', 'the receiver is back'];
  expect(await operator(...retry)).toMatchObject({ result: 'retried', count: 1 });
  await waitUntil(() => receiver.received.length === 2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  await waitUntil(async () => (await operator('list')).failed === 0);
  const refused = await runOperatorInProcess(['webhooks', ...retry], { variables });
  expect(refused.exit).toBe(1);
});

test('events that wait for their next try, and those behind them, are sent at once on request', async () => {
  let status = 500;
  await receive(() => status);
  await startHooks();
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(() => receiver.received.length === 1);
  await loadCode();
  running.push(await fixture.deliver());
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  fixture.clockOffset.ms += 6000;
  await waitUntil(() => receiver.received.length === 2);
  status = 200;
  const words = ['webhooks', 'retry', '--why', 'the receiver is back', '--json'];
  const options = { variables: { DATABASE_URL: fixture.url } };
  await waitUntil(async () => {
    const soon = new Date(fixture.clocks.wall() + 120_000);
    const { rowCount } = await fixture.database.query(
      `select from inaam.webhook_event where type = 'reward.granted' and due_at > $1`,
      [soon],
    );
    return rowCount === 1;
  });
  expect((await runOperatorInProcess(words, options)).exit).toBe(0);
  await waitUntil(async () => (await waitingTypes()).length === 0);
  const [owner] = receiver.received;
  const types = typesOf(owner?.data['participant']);
  expect(types).toEqual([...Array(3).fill('reward.granted'), 'voucher.sent']);
});

test('a test event is signed as the others are', async () => {
  await receive(() => 204);
  const variables = {
    DATABASE_URL: fixture.url,
    WEBHOOK_URL: receiver.url.href,
    WEBHOOK_HOSTS: '127.0.0.1',
    WEBHOOK_SECRET: webhookSecret,
  };
  const words = ['webhooks', 'try', '--why', 'test', '--json'];
  const refused = await runOperatorInProcess(words, { variables });
  expect(refused.exit).toBe(2);
  const tried = await runOperatorInProcess(words, {
    variables: { ...variables, WEBHOOK_PRIVATE: 'yes' },
  });
  expect(JSON.parse(tried.output)).toMatchObject({ isTaken: true, reason: 'HTTP 204' });
  expect(receiver.received).toMatchObject([{ type: 'test' }]);
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  const wrong = { ...variables, WEBHOOK_PRIVATE: 'yes', WEBHOOK_SECRET: other };
  expect((await runOperatorInProcess(words, { variables: wrong })).exit).toBe(1);
});

test('serve writes events and reads none; deliver sends them; the operator sees no person', async () => {
  expect(await readHeldRights(fixture.database, webhooks)).toEqual(
    rightsOf({
      inaam_serve: { select: 'webhook', insert: 'webhook_event' },
      inaam_deliver: {
        select: 'webhook webhook_event',
        insert: 'webhook_event',
        update: 'webhook_event',
        delete: 'webhook_event',
      },
      inaam_operator: {
        select: 'webhook webhook_event/6',
        insert: 'webhook webhook_event',
        update: 'webhook_event/4',
        delete: 'webhook',
      },
    }),
  );
});
