// The whole journey with marked values, including everything that can go wrong: no log line and no
// metric contains any of them (reliability P15, ASVS 16).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPath } from '@inaam/contract/calls.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { startDelivery } from '../delivery/start-delivery.ts';
import { mailboxProvider } from '../../messages/mailbox.sql.ts';
import { singlePath } from '../../sms/paths/sms-path.ts';
import type { SmsProvider } from '../../sms/provider.ts';
import { startDatabaseOutage } from '@inaam/testing/server/database/database-outage.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { openLog } from '../../platform/log.ts';
import { countJob, createMetrics } from '../../platform/metrics.ts';

const lines: string[] = [];
const target = { write: (line: string) => void lines.push(line) };
const metrics = createMetrics();
const name = 'Zebedee Quillfeather';
const mobile = '9876501234';
const email = 'zebedee@canary.example';
const voucher = 'CANARY-7F3K-VOUCHER';
const link = 'canary-link-value';
const token = `canary${randomBytes(24).toString('hex')}`;
const canaries = new Set([name, 'Quillfeather', mobile, email, voucher, link, token, '135790']);

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ operations: { log: openLog('serve', target), metrics } });
});
afterAll(() => server.close());

/** Marks the code, which the store keeps sealed, and the shopper's keys. */
async function mark(shopper: Shopper): Promise<string> {
  const code = await shopper.code(mobile);
  canaries.add(code).add(shopper.userKey).add(shopper.dataKey);
  return code;
}

async function walk(shopper: Shopper): Promise<void> {
  canaries.add((await shopper.start({ utm_source: 'qrcode', utm_term: link })) && shopper.userKey);
  await shopper.register(mobile, 'Kerala', `${name}\n{"level":"fatal"}`);
  await shopper.register(mobile, 'Kerala', name);
  const code = await mark(shopper);
  expect((await shopper.call('verifyOtp', { otp: '135790' })).status).toBe(400);
  expect((await shopper.verifyWith(code)).status).toBe(200);
  canaries.add(shopper.accessToken ?? '');
  expect((await shopper.call('getReward')).status).toBe(200);
  const details = { name, state: 'Kerala', city: 'Kochi', email, gender: 'female', age: '30' };
  await shopper.call('editDetails', details);
  await shopper.read('getDetails');
}

async function goWrong(shopper: Shopper): Promise<void> {
  for (const bad of [`${name}\u0000`, name.repeat(500), `${name}\u2028`, '']) {
    await shopper.register(mobile, 'Kerala', bad);
  }
  await shopper.register(`+91${mobile}`);
  await shopper.register(mobile, `State of ${name}`);
  await shopper.post('register', `${mobile}.${name}.${token}`);
  await shopper.post('editDetails', shopper.signed({ name, email, [mobile]: name }));
  await shopper.read('getDetails', token);
  const { app } = server;
  const json = { 'content-type': 'application/json', 'x-request-id': mobile };
  await app.inject({ method: 'POST', url: '/api/users', headers: json, payload: `{"id":"${name}` });
  await app.inject({ url: callPath('getStates', `${mobile}${shopper.userKey}`) });
  await app.inject({ url: `/api/${mobile}?name=${encodeURIComponent(name)}`, headers: json });
  await app.inject({ url: `/%zz${mobile}` });
  await app.inject({ method: 'DELETE', url: callPath('register', shopper.userKey) });
  await breakThings(shopper);
}

/** Our own defect, whose error quotes the row, and then an outage. */
async function breakThings(shopper: Shopper): Promise<void> {
  const { database, databaseUrl } = server;
  await database.query(`
    create function inaam.quote_it() returns trigger language plpgsql as $$
      begin raise exception 'row of ${name}' using detail = '${mobile}, ' || new.user_key; end $$;
    create trigger quotes before insert on inaam.consent for each row execute function inaam.quote_it()`);
  expect((await shopper.call('recordConsent', { agree: 'NO' })).status).toBe(500);
  await database.query('drop trigger quotes on inaam.consent');
  const giveBack = await startDatabaseOutage(databaseUrl);
  try {
    expect((await shopper.call('recordConsent', { agree: 'NO' })).status).toBe(503);
  } finally {
    await giveBack();
  }
}

async function deliver(): Promise<void> {
  const { database, campaign, keys, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const mailbox = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  let refusals = 0;
  const provider: SmsProvider = {
    send: async (sms) => {
      if (refusals++ > 0) return mailbox.send(sms);
      throw new Error(`No SMS to ${sms.to}: ${sms.text}`);
    },
  };
  const vouchers = [3, 5, 10].map((amount) => ({ code: `${voucher}${amount}`, amount }));
  await loadVoucherCodes({ database, campaign, keys }, vouchers, time.wall);
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    paths: [singlePath(provider)],
    log: openLog('deliver', target),
    host: 'win.example',
    intervals: { pollMs: 50 },
    onJob: (job) => countJob(metrics, job),
  });
  try {
    const sent = `inaam_job_seconds_count{kind="voucher",outcome="sent"} 1`;
    await waitUntil(async () => {
      await database.query(`update inaam.message set due_at = now() where leased_until is null`);
      return (await metrics.registry.metrics()).includes(sent);
    });
  } finally {
    await delivery.stop();
  }
}

test('[OTP-5] no value that a shopper has or gets reaches a line of the log or a metric', async () => {
  const shopper = new Shopper(server);
  await walk(shopper);
  await goWrong(shopper);
  await deliver();
  const exposition = await metrics.registry.metrics();
  canaries.delete('');
  const written = [...lines, exposition].join('\n').toLowerCase();
  const found = [...canaries].filter((canary) => written.includes(canary.toLowerCase()));
  expect(found).toEqual([]);

  const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  const calls = entries.filter(({ call }) => call !== undefined);
  expect(calls.length).toBeGreaterThan(25);
  expect(calls.every(({ requestId, status, ms }) => requestId && status && ms)).toBe(true);
  expect(calls.find(({ status }) => status === 500)).toMatchObject({
    level: 'error',
    call: 'recordConsent',
    code: 'P0001',
    frames: expect.arrayContaining([
      expect.stringMatching(/^server\/participants\/consents\.sql\.ts:\d+$/),
    ]),
  });
  expect(calls.find(({ status }) => status === 503)).toMatchObject({ level: 'warn' });
  expect(entries.some(({ program }) => program === 'deliver')).toBe(true);
});
