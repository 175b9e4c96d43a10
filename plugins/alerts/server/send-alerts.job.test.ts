// Alerts and reports to a real mail server, from `deliver` and `console` at once.
import { afterAll, beforeEach, afterEach, expect, test } from 'vitest';
import { alertKinds } from '../contract.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { startMailReceiver } from '../testing/mail-receiver.ts';
import { waitUntilBlocked } from '@inaam/testing/server/database/database-queries.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { recordProcess } from '@inaam/server/database/processes.ts';
import { keepRollups } from '@inaam/server/figures/keep-rollups.job.ts';
import { takeDue, updateAlerts } from './alerts.sql.ts';
import { runAlerts } from './send-alerts.job.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

let cookie = '';

const server = await testServer();
const start = { ...server.time };
const delivering = openTestDatabase(server.databaseUrl, 3, 'inaam_deliver');
let mailbox = await startMailReceiver();
const opened = await testConsole(server, { variables: mailbox.variables });
beforeEach(() => void Object.assign(server.time, start));
afterEach(async () => {
  mailbox.received.length = 0;
  await server.database.query(
    'delete from inaam.alert_recipient; delete from inaam.alert; delete from inaam.alert_turn',
  );
  await setPaused(false);
});
afterAll(async () => {
  await opened.close();
  await mailbox.close();
  await delivering.end();
  await server.close();
});

const setPaused = (isPaused: boolean) =>
  server.database.query(
    `update inaam.head set paused_at = ${isPaused ? 'coalesce(paused_at, now())' : 'null'}`,
  );

const lines: string[] = [];
const line = (facts: object, sentence: string) =>
  void lines.push(`${JSON.stringify(facts)} ${sentence}`);

/** One round of each program, at the same time. */
async function round(databases: readonly Database[] = [delivering, opened.database]) {
  const { campaign, keys, time } = server;
  const run = (database: Database) =>
    runAlerts({
      database,
      campaign,
      keys,
      clocks: { wall: () => time.wall, campaign: () => time.campaign },
      smsPaise: 25,
      log: { info: line, warn: line, error: line },
      origin: 'https://console.brand.example',
      mail: mailbox.mail,
    });
  await Promise.all(databases.map(run));
}

async function pass(ms: number, rounds = 1): Promise<void> {
  for (let count = 0; count < rounds; count += 1) {
    server.time.wall += ms;
    server.time.campaign += ms;
    await round();
  }
}

type Wanted = { kinds?: readonly string[]; reportHour?: number | null };

async function add({ kinds = ['closed'], reportHour = null }: Wanted = {}) {
  const fields = {
    id: null,
    name: 'The brand',
    target: 'asha@brand.example',
    kinds,
    reportHour,
    reason: 'a test',
  };
  // The session before has ended if days have passed.
  cookie = await opened.signedIn('manager', `Asha ${server.time.wall}`);
  const { status, body } = await opened.call('saveRecipient', fields, { cookie });
  expect([status, body]).toEqual([200, { message: 'The brand is added.' }]);
}

const subjects = () =>
  mailbox.received.map(
    ({ raw }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1]?.replaceAll('\r\n ', ' ') ?? '',
  );
const read = async () => (await opened.call('readAlerts', {}, { cookie })).body;

test('a clock that is set back by a day stops no alert', async () => {
  await add();
  server.time.wall += dayMs;
  await round();
  server.time.wall -= dayMs;
  await server.database.query(
    "update inaam.alert_recipient set due_at = now() + interval '9 days'",
  );
  await setPaused(true);
  await round();
  await pass(minuteMs, 3);
  expect(subjects()).toHaveLength(1);
});

test('an alert is sent once when it begins, again after a day, and once when it has ended', async () => {
  await add();
  await setPaused(true);
  await round();
  await pass(minuteMs);
  expect(mailbox.received).toEqual([]);
  await pass(minuteMs, 3);
  expect(subjects()).toHaveLength(1);
  expect(mailbox.received[0]?.to).toEqual(['asha@brand.example']);
  expect(mailbox.received[0]?.raw).toContain('https://console.brand.example/');
  await pass(dayMs - 5 * minuteMs);
  expect(subjects()).toHaveLength(1);
  await pass(5 * minuteMs);
  expect(subjects()).toHaveLength(2);
  expect(mailbox.received[1]?.raw).toContain('Still');

  await setPaused(false);
  await pass(minuteMs, 5);
  expect(subjects()).toHaveLength(2);
  // Not an end: it comes back within minutes.
  await setPaused(true);
  await pass(minuteMs, 3);
  await setPaused(false);
  await pass(minuteMs, 5);
  expect(subjects()).toHaveLength(2);
  await pass(minuteMs, 4);
  expect(subjects()).toHaveLength(3);
  expect(mailbox.received[2]?.raw).toContain('Resolved');
  await pass(dayMs, 2);
  expect(subjects()).toHaveLength(3);
});

test('a receiver that is away gets the alert once when it is back, and the console says so until then', async () => {
  await add();
  await mailbox.close();
  await setPaused(true);
  await round();
  await pass(minuteMs, 4);
  expect(await read()).toMatchObject({
    recipients: [
      {
        target: 'asha@brand.example',
        sentAt: null,
        failing: {
          since: start.campaign + 2 * minuteMs,
          why: expect.stringMatching(/^nothing answers there/),
        },
      },
    ],
  });
  mailbox = await startMailReceiver();
  await pass(minuteMs, 5);
  expect(subjects()).toEqual([
    expect.stringContaining('Act now: Nobody can take part, because the campaign is paused'),
  ]);
  expect(await read()).toMatchObject({
    recipients: [{ sentAt: expect.any(Number), failing: null }],
  });
  await pass(minuteMs, 5);
  expect(subjects()).toHaveLength(1);
  expect(lines.join('\n')).not.toContain('asha@');
});

test('what nobody accepts for a day is given up, and what goes on is sent again', async () => {
  await add();
  await setPaused(true);
  await round();
  await pass(2 * minuteMs);
  expect(subjects()).toHaveLength(1);
  const pending = async () =>
    (await server.database.query('select event from inaam.alert_notice where is_pending')).rows;
  await mailbox.close();
  await setPaused(false);
  await pass(6 * minuteMs, 2);
  expect(await pending()).toEqual([{ event: 'resolved' }]);
  await pass(60 * minuteMs, 26);
  expect(await pending()).toEqual([]);
  await setPaused(true);
  await pass(60 * minuteMs, 26);
  expect(await pending()).toEqual([{ event: 'begun' }]);
  mailbox = await startMailReceiver();
  await pass(60 * minuteMs, 2);
  expect(subjects()).toEqual([
    expect.stringContaining('Act now: Nobody can take part, because the campaign is paused'),
  ]);
});

test('the daily report comes once at its hour, or later that day if nobody ran then', async () => {
  const nine = Date.parse('2025-07-02T09:00:00+05:30');
  const goTo = async (at: number) => pass(at - server.time.campaign);
  await goTo(nine - 2 * minuteMs);
  await add({ kinds: [], reportHour: 9 });
  await round();
  await pass(minuteMs);
  expect(subjects()).toEqual([]);
  await pass(minuteMs, 4);
  expect(subjects()).toHaveLength(1);
  expect(mailbox.received[0]?.raw).toContain('1 Jul 2025');
  await goTo(nine + 5 * dayMs + 14 * 60 * minuteMs);
  expect(subjects()).toHaveLength(2);
  expect(subjects()[1]).toContain('6 Jul 2025');
  await pass(minuteMs, 3);
  expect(subjects()).toHaveLength(2);
});

test('a report that is wanted after its hour comes the next day', async () => {
  await add({ kinds: [], reportHour: 0 });
  await round();
  expect(subjects()).toEqual([]);
  await pass(dayMs);
  expect(subjects()).toHaveLength(1);
});

test('the console notices that deliver is silent, and deliver that the site is', async () => {
  const { database, campaign } = server;
  await add({ kinds: ['programSilent'] });
  const running = { campaign: campaign.id, host: 'one', state: 'ready' };
  const draw = { state: 'up' } as const;
  await recordProcess(database, { ...running, id: 'site', program: 'serve', draw });
  const alone = async (own: Database) => {
    for (let count = 0; count < 4; count += 1) {
      await round([own]);
      server.time.wall += minuteMs;
    }
  };
  await alone(opened.database);
  expect(subjects().join()).toContain('the program deliver does not respond');
  await database.query('delete from inaam.process');
  await recordProcess(database, { ...running, id: 'worker', program: 'deliver' });
  await database.query('delete from inaam.alert');
  await database.query('delete from inaam.alert_notice');
  await alone(delivering);
  expect(subjects()[1]).toContain('the program serve does not respond');
  await database.query('delete from inaam.process');
});

test('nothing about a person is in any message', async () => {
  const mobile = '9876501234';
  const name = 'Zebedee Quillfeather';
  const { database, campaign, time } = server;
  const shopper = new Shopper(server);
  await shopper.start({ utm_source: 'qrcode', utm_campaign: 'canary-source' });
  await shopper.register(mobile, 'Kerala', name);
  const code = await shopper.code(mobile);
  expect((await shopper.verifyWith(code)).status).toBe(200);
  expect((await shopper.call('getReward')).status).toBe(200);
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  await keepRollups({ database: delivering, campaign, clocks })();
  await add({ kinds: alertKinds, reportHour: 23 });
  await setPaused(true);
  await round();
  await pass(3 * minuteMs, 2);
  await pass(dayMs, 1);
  await pass(12 * 60 * minuteMs, 1);
  const messages = mailbox.received.map(({ raw }) => raw).join('\n');
  expect(messages).toMatch(/OTPs requested: 1/);
  expect(messages).toContain('Daily report');
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participation',
  );
  const canaries = [mobile, name, code, shopper.userKey, 'canary-source'].concat(
    rows.map(({ pseudonym }) => pseudonym.toString('hex')),
  );
  expect(canaries.filter((canary) => messages.includes(canary))).toEqual([]);
});

/** While another transaction has locked the rows of a table. */
async function whileLocked(table: string, work: () => Promise<unknown>): Promise<void> {
  const holding = await server.database.connect();
  await holding.query(`begin; select from inaam.${table} for update`);
  await work();
  await holding.query('rollback');
  holding.release();
}

test('one process at a time looks, and a recipient to whom another one sends is left out', async () => {
  await add({ reportHour: 1 });
  await round();
  const { id } = server.campaign;
  let looking = Promise.resolve();
  await whileLocked('alert_turn', async () => {
    looking = updateAlerts(delivering, id, { now: 1, alertsOf: () => [] });
    await waitUntilBlocked(server.database);
  });
  await looking;
  const report = { day: '2100-01-01', hour: 2 };
  const due = () => takeDue(delivering, id, { now: Date.parse('2100-01-01'), leaseMs: 1, report });
  await whileLocked('alert_recipient', async () => expect(await due()).toEqual([]));
  await server.database.query(`update inaam.alert_recipient set due_at = '2100-01-01Z'`);
  expect(await due()).toHaveLength(1);
});
