// Thresholds as two managers set them, and what is sent by them to a real mail server.
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { serverPlugins } from '../../server.ts';
import { alertThresholds } from '../plugin.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { listenOnLoopback } from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { defaults } from './limits.rules.ts';

const server = await testServer();
const { campaign, database, keys, time } = server;
const opened = await testConsole(server);
const delivering = openTestDatabase(server.databaseUrl, 3, 'inaam_deliver');
const received: Promise<string>[] = [];
const mailbox = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    received.push(text(stream));
    stream.on('end', () => done());
  },
});
const port = await listenOnLoopback(mailbox.server);
afterAll(() => new Promise<void>((resolve) => mailbox.close(resolve)));
afterAll(() => server.close());
afterAll(() => delivering.end());
afterAll(() => opened.close());
beforeEach(() => database.query('delete from inaam.alert_threshold'));
const manager = await opened.signedIn('manager');
const viewer = await opened.signedIn('viewer', 'Ravi');
async function save(change: object, version: number, cookie = manager) {
  const fields = { version, thresholds: { ...defaults, ...change }, reason: 'a large pack' };
  return opened.call('saveThresholds', fields, { cookie });
}
const asByDefault = { version: 0, thresholds: defaults, defaults };
const shown = async () => (await opened.call('readThresholds', {}, { cookie: viewer })).body;

test('of two managers at once one changes them; the other looks again, and resets them', async () => {
  expect(await shown()).toEqual(asByDefault);
  const both = [save({ budgetLook: 60 }, 0), save({ budgetLook: 60, failedPercent: 4 }, 0)];
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const refusal = { message: expect.stringMatching(/in the meantime/) };
  expect(await save({}, 0)).toMatchObject({ status: 409, body: refusal });
  expect(await shown()).toMatchObject({ version: 1, thresholds: { budgetLook: 60, stockLook: 7 } });
  expect(await save({}, 1)).toMatchObject({ status: 200 });
  expect(await shown()).toEqual({ ...asByDefault, version: 2 });
  const audits = "select details from inaam.audit where command ~ 'thresholds' order by number";
  const [own, reset] = (await database.query(audits)).rows.slice(-2);
  expect(own?.details).toMatchObject({ budgetLook: 60, budgetAct: 95 });
  expect(reset?.details).toEqual({ asByDefault: true });
});

test.each([
  [{ budgetAct: 80 }, /^Act, budget granted \(%\): Enter more than for look\.$/],
  [{ codeMinutes: 1.5 }, /^Act, OTP waits over \(min\): Enter a whole number from 1 to 60\.$/],
  [{ stockLook: 'seven' }, /thresholds/],
  [{ stockLook: undefined }, /thresholds/],
  [{ failed: 3 }, /thresholds/],
])('%j is refused', async (change, message) => {
  const refusal = { message: expect.stringMatching(message) };
  expect(await save(change, 0)).toMatchObject({ status: 400, body: refusal });
  expect(await shown()).toEqual(asByDefault);
});

const quiet = () => undefined;
const alerting = serverPlugins.find(({ check }) => check?.name === 'mail');
/** One of the alerts of `deliver`. */
async function round() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const job = await alerting?.deliver?.({
    database: delivering,
    campaign,
    clocks: { wall: () => time.wall, campaign: () => time.campaign },
    keys,
    smsPaise: 25,
    log: { info: quiet, warn: quiet, error: quiet },
    variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alerts@brand.example' },
    cleanUp: async () => undefined,
  });
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  await job?.stop();
  time.wall += 120_000;
}

test('who is alerted of OTPs gets an e-mail after the minutes of the campaign', async () => {
  const asha = { id: null, name: 'Asha', target: 'asha@brand.example', kinds: ['codesWaiting'] };
  const fields = { ...asha, reportHour: null, reason: 'a test' };
  await opened.call('saveRecipient', fields, { cookie: manager });
  const shopper = new Shopper(server);
  await shopper.start();
  await shopper.register('9876501234');
  const sentAfter = async (minutes: number) => {
    const since = `now() - interval '${minutes} minutes 30 seconds'`;
    await database.query(`update inaam.message set owed_at = ${since}`);
    await round();
    await round();
    return received.length;
  };
  expect((await save({ codeMinutes: 5 }, 0)).status).toBe(200);
  expect([await sentAfter(4), await sentAfter(5)]).toEqual([0, 1]);
  expect(await received[0]).toMatch(/waiting to be sent/);
});

test('only the console changes thresholds', async () => {
  expect(await save({}, 0, viewer)).toMatchObject({ status: 403 });
  const select = 'alert_threshold';
  const inaam_console = { select, insert: select, update: select };
  const rights = rightsOf({ inaam_console, inaam_deliver: { select } });
  expect(await readHeldRights(database, alertThresholds)).toEqual(rights);
});
