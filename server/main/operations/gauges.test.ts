// A process's metrics count each event once, and show the actual debts and stock.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { calls } from '@inaam/contract/calls.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { readBacklog } from '../../messages/deliveries.sql.ts';
import { countStock } from '../../figures/rollups.sql.ts';
import { openDatabase } from '../../database/database.ts';
import { startDatabaseOutage } from '@inaam/testing/server/database/database-outage.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { addBacklogGauges, addPoolGauge, countDroppedVisits } from './gauges.ts';
import { createHealth, productVersion } from '../../database/health.ts';
import { startOperationsServer, type OperationsServer } from './operations-server.ts';
import { openLog } from '../../platform/log.ts';
import { countJob, createMetrics, type Metrics } from '../../platform/metrics.ts';

const log = openLog('serve', { write: () => undefined });
const metrics = createMetrics();
const server = await testServer({ operations: { log, metrics } });
const aside = openDatabase(server.databaseUrl, 1, 'general', 'inaam_serve');
afterAll(() => server.close());
afterAll(() => aside.end());

/** The values of metrics whose name and labels match, without buckets. */
async function figures({ registry }: Pick<Metrics, 'registry'>, pattern: RegExp) {
  const text = await registry.metrics();
  const rows = text.split('\n').filter((row) => row.startsWith('inaam_') && pattern.test(row));
  return Object.fromEntries(
    rows.map((row) => [row.replace(/ \S+$/, ''), Number(/\S+$/.exec(row))]),
  );
}

test('the funnel does not count repeated calls', async () => {
  metrics.registry.resetMetrics();
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.start({});
  await shopper.register(mobile, 'Tamil Nadu');
  await shopper.call('register', { name: 'Asha', mobile, state: 'Tamil Nadu', agree1: true });
  await shopper.call('verifyOtp', { otp: '000000' });
  await shopper.verifyWith(await shopper.code(mobile));
  await Promise.all([1, 2, 3, 4].map(() => shopper.call('getReward')));
  await shopper.call('getReward');
  await new Shopper(server).register(newMobile());
  expect(
    await figures(metrics, /^inaam_(?:visits|consents|codes|verified|rewards|refusals)_/),
  ).toEqual({
    inaam_visits_total: 2,
    'inaam_consents_total{answer="YES"}': 2,
    inaam_codes_asked_total: 2,
    inaam_codes_sent_total: 0,
    'inaam_verified_total{kind="first"}': 1,
    'inaam_rewards_total{amount="3",kind="fixed"}': 1,
    'inaam_refusals_total{call="verifyOtp",message_id="invalidOtp"}': 1,
  });
  const counts = await figures(metrics, /^inaam_call_seconds_count/);
  expect(counts).toMatchObject({
    'inaam_call_seconds_count{call="verifyOtp",status="200"}': 1,
    'inaam_call_seconds_count{call="verifyOtp",status="400"}': 1,
    'inaam_call_seconds_count{call="getReward",status="200"}': 5,
  });
});

test('visits that are not stored are counted, and logged once a minute', async () => {
  const own = createMetrics();
  const lines: string[] = [];
  let now = 0;
  const said = openLog('serve', { write: (line) => void lines.push(line) });
  const drop = countDroppedVisits({ log: said, metrics: own }, () => now);
  for (let at = 0; at < 500; at += 1) drop('away');
  drop('limit');
  now = 60_000;
  drop('away');
  expect(await figures(own, /^inaam_visits_dropped/)).toEqual({
    'inaam_visits_dropped_total{reason="away"}': 501,
    'inaam_visits_dropped_total{reason="limit"}': 1,
  });
  expect(
    lines.map((line) => z.object({ visits: z.number() }).parse(JSON.parse(line)).visits),
  ).toEqual([1, 501]);
});

test('[CAM-3] each alarm is counted and logged with its reason', async () => {
  const own = createMetrics();
  const lines: string[] = [];
  const said = openLog('serve', { write: (line) => void lines.push(line) });
  const alarms = async () => (await figures(own, /^inaam_alarms_/))['inaam_alarms_total'];
  // One card and no reserve: the second participant gets nothing.
  const small = await testServer({
    operations: { log: said, metrics: own },
    change: (campaign) => ({
      ...campaign,
      draw: {
        ...campaign.draw,
        deck: { cards: { 3: 1, 5: 0, 10: 0 }, blocks: 1 },
        whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 0 },
      },
    }),
  });
  onTestFinished(() => small.close());
  const [first, second] = [new Shopper(small), new Shopper(small)];
  await first.verify(newMobile());
  await second.verify(newMobile());
  expect((await first.call('getReward')).status).toBe(200);
  expect(await alarms()).toBe(0);
  for (const count of [1, 2]) {
    expect((await second.call('getReward')).status).toBe(503);
    expect(await alarms()).toBe(count);
  }
  expect((await first.call('getReward')).status).toBe(200);
  expect(await alarms()).toBe(2);
  const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(entries.filter(({ alarm }) => alarm)).toMatchObject([
    { level: 'error', msg: expect.stringContaining('Add to the reserve') },
    { level: 'error', msg: expect.stringContaining('Add to the reserve') },
  ]);
});

test('jobs are counted by kind and outcome, and a code that went out is the funnel’s', async () => {
  const own = createMetrics();
  countJob(own, { kind: 'otp', outcome: 'sent', seconds: 0.1 });
  countJob(own, { kind: 'otp', outcome: 'again', seconds: 0.1 });
  countJob(own, { kind: 'voucher', outcome: 'sent', seconds: 0.1 });
  expect(await figures(own, /^inaam_(?:codes_sent|job_seconds_count)/)).toEqual({
    inaam_codes_sent_total: 1,
    'inaam_job_seconds_count{kind="otp",outcome="sent"}': 1,
    'inaam_job_seconds_count{kind="otp",outcome="again"}': 1,
    'inaam_job_seconds_count{kind="voucher",outcome="sent"}': 1,
  });
});

test('the gauges show owed messages, their age and the stock, or that the database is down', async () => {
  const { database, campaign, keys, time } = server;
  const shopper = new Shopper(server);
  await shopper.verify(newMobile(), 'Tamil Nadu');
  await shopper.call('getReward');
  await database.query(
    `update inaam.message set owed_at = now() - interval '90 s' where kind = 'voucher'`,
  );
  await loadVoucherCodes({ database, campaign, keys }, [{ code: 'GAUGE-1', amount: 5 }], time.wall);
  await countStock(database, campaign.id);
  const gauged = createMetrics();
  addPoolGauge(gauged.registry, database);
  addBacklogGauges(gauged.registry, aside, campaign, { campaign: () => time.wall });
  const seen = await figures(gauged, /^inaam_(?:database|owed|oldest|voucher|pool)_/);
  expect(seen).toMatchObject({
    inaam_database_up: 1,
    'inaam_voucher_stock{amount="3"}': 0,
    'inaam_voucher_stock{amount="5"}': 1,
    'inaam_pool_connections{state="waiting"}': 0,
  });
  expect(seen['inaam_owed_messages{kind="voucher"}']).toBeGreaterThanOrEqual(1);
  expect(seen['inaam_oldest_owed_seconds{kind="voucher"}']).toBeGreaterThanOrEqual(89);
  expect(seen['inaam_oldest_owed_seconds{kind="voucher"}']).toBeLessThan(200);
  const hourNow = Math.floor(Date.now() / 3_600_000 + 5.5) % 24;
  const from = (hourNow + 12) % 24;
  const { owed } = await readBacklog(database, campaign.id, {
    promisedUntil: '2000-01-01',
    hours: [{ from, until: from + 1 }],
  });
  expect(owed.find(({ kind }) => kind === 'voucher')?.oldestSeconds).toBe(0);
  await database.query(`insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
    select campaign, pseudonym, 'held', now(), 'asha', 'many numbers on one device'
    from inaam.message where kind = 'voucher'`);
  const held = createMetrics();
  addBacklogGauges(held.registry, aside, campaign, { campaign: () => time.wall });
  expect(await figures(held, /^inaam_(?:database|owed|oldest)_/)).toMatchObject({
    inaam_database_up: 1,
    'inaam_owed_messages{kind="voucher"}': seen['inaam_owed_messages{kind="voucher"}'],
    'inaam_oldest_owed_seconds{kind="voucher"}': 0,
  });
  await database.query('delete from inaam.voucher_hold');
  expect(seen['inaam_pool_connections{state="total"}']).toBeGreaterThanOrEqual(1);

  const blind = createMetrics();
  addBacklogGauges(blind.registry, aside, campaign, { campaign: () => time.wall });
  const giveBack = await startDatabaseOutage(server.databaseUrl);
  try {
    expect(await figures(blind, /^inaam_(?:database|owed|oldest|voucher)_/)).toEqual({
      inaam_database_up: 0,
    });
  } finally {
    await giveBack();
  }
  await waitUntil(async () => (await aside.query('select 1').catch(() => undefined)) !== undefined);
});

test('the inner port answers Prometheus and the health, and nothing else', async () => {
  const health = createHealth({ serving: aside, aside }, log);
  let inner: OperationsServer | undefined;
  onTestFinished(() => inner?.stop());
  inner = await startOperationsServer(
    { host: '127.0.0.1', port: 0 },
    { registry: metrics.registry, health },
  );
  const origin = `http://127.0.0.1:${inner.port}`;
  const scraped = await fetch(`${origin}/metrics`);
  expect(scraped.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(await scraped.text()).toContain('# TYPE inaam_visits_total counter');
  expect((await fetch(`${origin}/live`)).status).toBe(200);
  await waitUntil(async () => (await fetch(`${origin}/ready`)).status === 200);
  expect((await fetch(`${origin}/api/${calls.startSession.path}`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  health.stop();
  const stopping = await fetch(`${origin}/ready`);
  expect([stopping.status, await stopping.json()]).toEqual([
    503,
    { ready: false, version: productVersion, reason: 'stopping' },
  ]);
});
