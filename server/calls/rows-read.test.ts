// A journey must cost the same when a country has taken part.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillCampaign } from '@inaam/testing/server/fill-campaign.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper.ts';
import { isOlderPostgres } from '@inaam/testing/setup/older-postgres.ts';
import { openTestDatabase } from '@inaam/testing/setup/open-test-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { startDelivery } from '../delivery/start-delivery.ts';
import { loadVoucherCodes } from '../operator/load-voucher-codes.ts';
import { mailboxProvider } from '../sms/mailbox.ts';
import { onePath } from '../sms/paths/one-path.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const filled = 3000;
/** As many rows as the campaign has blocks, pools or laws, however many take part. */
const small = ['admission', 'audit', 'budget', 'commitment', 'deck', 'head', 'law', 'migration'];

/** Rows of each large table that the connections of the pool, and those that ended, have read. */
async function rowsRead(): Promise<Map<string, number>> {
  const { database } = server;
  const connections = await Promise.all(
    Array.from({ length: database.options.max }, () => database.connect()),
  );
  for (const connection of connections) await connection.query('select pg_stat_force_next_flush()');
  for (const connection of connections) connection.release();
  const { rows } = await database.query<{ name: string; read: string }>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_user_tables
     where schemaname = 'inaam' and relname <> all ($1)`,
    [[...small, 'reveal', 'worker']],
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
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

/** Rows read while a delivery runs; it cleans up once when it starts. */
async function rowsReadDuring(
  work: (delivered: (count: number) => Promise<unknown>) => Promise<void>,
) {
  const { campaign, keys, time, databaseUrl } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  // Its own pool: a connection reports what it has read at its end, and the delivery keeps some.
  const database = openTestDatabase(databaseUrl, 12);
  const provider = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  let done = 0;
  const before = await rowsRead();
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    log,
    paths: [onePath(provider)],
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
  const after = await rowsRead();
  return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]));
}

test.each([
  ['fresh statistics', true] as const,
  ...(isOlderPostgres ? [] : [['statistics of empty tables', false] as const]),
])('with %s a journey reads the rows of its shopper alone', async (_, isAnalyzed) => {
  const { database, campaign, keys, time } = server;
  await fillCampaign(database, campaign.id, filled);
  const codes = Array.from({ length: filled }, (__, at) => ({ code: `CODE-${at}`, amount: 3 }));
  const others = [5, 10].map((amount) => ({ code: `CODE-OF-${amount}`, amount }));
  await loadVoucherCodes({ database, campaign, keys }, [...codes, ...others], time.wall);
  if (isAnalyzed) await database.query('analyze');
  const idle = await rowsReadDuring(async () => undefined);
  const busy = await rowsReadDuring(async (delivered) => {
    await journey('Karnataka');
    await journey('Tamil Nadu');
    await delivered(2 * messages);
  });
  const most = filled / 10;
  expect([...busy].filter(([name, read]) => read - (idle.get(name) ?? 0) > most)).toEqual([]);
});

test('the cleanup of every minute reads what is due, not what is stored', async () => {
  const { database, campaign, time } = server;
  await fillCampaign(database, campaign.id, filled);
  // Half of them have registered just now, and wait for their code.
  await database.query(
    `update inaam.challenge set code_used_at = null, registered_at = $1, code_at = $1,
       code_expires_at = $2, mobile_sealed = code_hash, code_sealed = code_hash
     where requested_t <= $3`,
    [new Date(time.wall), new Date(time.wall + 300_000), filled / 2],
  );
  await database.query('analyze');
  const read = await rowsReadDuring(async () => undefined);
  expect([...read].filter(([, rows]) => rows > 10)).toEqual([]);
});
