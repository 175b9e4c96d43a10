// A journey must cost the same when a country has taken part: no statement of it may read a table
// that grows with the shoppers from one end to the other.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillCampaign } from '@inaam/testing/server/fill-campaign.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/open-test-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { startDelivery } from '../delivery/start-delivery.ts';
import { loadVoucherCodes } from '../operator/load-voucher-codes.ts';
import { mailboxProvider } from '../sms/mailbox.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const filled = 3000;
/** As many rows as the campaign has blocks, pools or laws, however many take part. */
const small = ['admission', 'audit', 'budget', 'commitment', 'deck', 'head', 'law', 'migration'];

/** Full reads of each large table so far, by all connections of the pool. */
async function sequentialScans(): Promise<Map<string, number>> {
  const { database } = server;
  const connections = await Promise.all(
    Array.from({ length: database.options.max }, () => database.connect()),
  );
  for (const connection of connections) await connection.query('select pg_stat_force_next_flush()');
  for (const connection of connections) connection.release();
  const { rows } = await database.query<{ name: string; scans: string }>(
    `select relname as name, seq_scan as scans from pg_stat_user_tables
     where schemaname = 'inaam' and relname <> all ($1)`,
    [[...small, 'reveal', 'worker']],
  );
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
}

async function journey(state: string): Promise<void> {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.start();
  await shopper.register(mobile, state);
  server.time.wall += 61_000;
  await shopper.start();
  await shopper.call('resendOtp');
  await shopper.call('verifyOtp', { otp: '000000' });
  await shopper.verifyWith(await shopper.code(mobile));
  for (const _ of [1, 2]) expect((await shopper.call('getReward')).status).toBe(200);
  await shopper.read('getDetails');
}

/** Messages of a journey: two codes and a voucher. */
const messages = 3;

/** What is read while a delivery runs; it cleans up once when it starts. */
async function scansDuring(
  work: (delivered: (count: number) => Promise<unknown>) => Promise<void>,
) {
  const { campaign, keys, time, databaseUrl } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // Its own pool: a connection reports what it has read at its end, and the delivery keeps some.
  const database = openTestDatabase(databaseUrl, 12);
  const provider = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  let done = 0;
  const before = await sequentialScans();
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    log,
    provider,
    host: 'inaam.example',
    onJob: () => (done += 1),
    intervals: { pollMs: 100, cleanupMs: 600_000 },
  });
  try {
    await work((count) => waitUntil(() => done >= count));
  } finally {
    await delivery.stop();
    await database.end();
  }
  const after = await sequentialScans();
  return new Map([...after].map(([name, scans]) => [name, scans - (before.get(name) ?? 0)]));
}

test.each([
  ['filled and analyzed', true],
  ['empty', false],
])(
  'a journey reads no large table from one end to the other: the tables are %s',
  async (_, isFilled) => {
    const { database, campaign, keys, time } = server;
    if (isFilled) await fillCampaign(database, campaign.id, filled);
    const codes = [3, 3, 5, 10].map((amount, at) => ({ code: `CODE-${at}`, amount }));
    await loadVoucherCodes({ database, campaign, keys }, codes, time.wall);
    if (isFilled) await database.query('analyze');
    const idle = await scansDuring(async () => undefined);
    const busy = await scansDuring(async (delivered) => {
      await journey('Karnataka');
      await journey('Tamil Nadu');
      await delivered(2 * messages);
    });
    expect([...busy].filter(([name, scans]) => scans > (idle.get(name) ?? 0))).toEqual([]);
  },
);
