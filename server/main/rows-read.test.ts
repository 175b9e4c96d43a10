// A journey must cost the same however many people take part.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { mailboxProvider } from '../messages/mailbox.sql.ts';
import { singlePath } from '../sms/paths/sms-path.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const filled = 3000;
/** Tables whose size does not depend on the number of participants. */
const small = ['admission', 'audit', 'budget', 'commitment', 'deck', 'head', 'law', 'migration'];

/** Rows of each large table that the pool's open and closed connections have read. */
async function rowsRead(): Promise<Map<string, number>> {
  const { database } = server;
  const connections = await Promise.all(
    Array.from({ length: database.options.max }, () => database.connect()),
  );
  for (const connection of connections) await connection.query('select pg_stat_force_next_flush()');
  for (const connection of connections) connection.release();
  const { rows } = await database.query<{ name: string; read: string }>(
    // Includes index entries: a bitmap may be made of many without fetching a row.
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) + coalesce(
       (select sum(idx_tup_read) from pg_stat_user_indexes as of_index
        where of_index.relid = pg_stat_user_tables.relid), 0) as read
     from pg_stat_user_tables
     where schemaname = 'inaam' and relname <> all ($1)`,
    [[...small, 'reveal', 'process']],
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

async function journey(state: string): Promise<Shopper> {
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
  return shopper;
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
  // A separate pool: a connection reports its reads when it closes, and the delivery keeps some
  // open.
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
    paths: [singlePath(provider)],
    host: 'inaam.example',
    onJob: () => (done += 1),
    // The console's first count reads all tables once.
    intervals: { pollMs: 100, cleanupMs: 600_000, rollupMs: 600_000 },
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

const ofEmptyTables = [['statistics of empty tables', false] as const];

const expectRowsOfJourney = async (_: string, isAnalyzed: boolean) => {
  const { database, campaign } = server;
  await fillCampaign(database, campaign.id, filled);
  await loadCodes(filled);
  if (isAnalyzed) await database.query('analyze');
  const idle = await rowsReadDuring(async () => undefined);
  const busy = await rowsReadDuring(async (delivered) => {
    await journey('Karnataka');
    await journey('Tamil Nadu');
    await delivered(2 * messages);
  });
  expect(mostOf(busy, idle)).toEqual([]);
};

test.each([['fresh statistics', true] as const])(
  'with %s a journey reads the rows of its shopper alone',
  (...statistics) => expectRowsOfJourney(...statistics),
);
test.each(ofEmptyTables)(
  'with %s a journey reads the rows of its shopper alone',
  { tags: ['long'] },
  (...statistics) => expectRowsOfJourney(...statistics),
);

const expectRowsOfPerson = async (_: string, isAnalyzed: boolean) => {
  const { database, campaign } = server;
  await fillCampaign(database, campaign.id, filled);
  const shopper = await journey('Tamil Nadu');
  if (isAnalyzed) await database.query('analyze');
  const before = await rowsRead();
  expect(await shopper.call('eraseData')).toMatchObject({ status: 200 });
  expect(mostOf(await rowsRead(), before)).toEqual([]);
};

test.each([['fresh statistics', true] as const])(
  'with %s an erasure reads the rows of its person alone',
  (...statistics) => expectRowsOfPerson(...statistics),
);
test.each(ofEmptyTables)(
  'with %s an erasure reads the rows of its person alone',
  { tags: ['long'] },
  (...statistics) => expectRowsOfPerson(...statistics),
);

// Before version 17, PostgreSQL considers a look-up by ten keys costlier than reading a small
// table, and keeps that plan until autovacuum has analyzed the grown table.
test.each([0, 1, 2, 3, 4, 5])(
  'it does so by plans that were made in the first minute, with statistics of %i journeys',
  { tags: ['long'] },
  async (analyzedAfter) => {
    expect(await readTooMuch(analyzedAfter)).toEqual([]);
  },
);

/** @param analyzedAfter this many journeys */
async function readTooMuch(analyzedAfter: number): Promise<[string, number][]> {
  const { database, campaign } = server;
  await loadCodes(50);
  const idle = await rowsReadDuring(async () => undefined);
  const busy = await rowsReadDuring(async (delivered) => {
    for (const count of [0, 1, 2, 3, 4, 5]) {
      // New statistics make new plans, for tables as small as they are now.
      if (count === analyzedAfter) await database.query('vacuum analyze');
      await journey('Karnataka');
      await delivered((count + 1) * messages);
    }
    await fillCampaign(database, campaign.id, filled, { isCounted: false });
    await addFreeCodes(filled);
    await journey('Karnataka');
    await journey('Tamil Nadu');
    await delivered(8 * messages);
  });
  return mostOf(busy, idle);
}

/** In two files, as a stock may arrive. */
async function loadCodes(count: number): Promise<void> {
  const { database, campaign, keys, time } = server;
  for (const file of ['A', 'B']) {
    const codes = Array.from({ length: count }, (_, at) => {
      return { code: `CODE-${file}-${at}`, amount: [3, 5, 10][at % 3] ?? 3 };
    });
    await loadVoucherCodes({ database, campaign, keys }, codes, time.wall);
  }
}

/** Without triggers, which would read further rows. */
async function addFreeCodes(count: number): Promise<void> {
  const { database, campaign } = server;
  const connection = await database.connect();
  try {
    await connection.query('set session_replication_role = replica');
    await connection.query(
      `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at, expires_on, batch)
       select $1, sha256(place::text::bytea), code_sealed, amount, loaded_at, expires_on, batch
       from generate_series(1, $2::integer) as place
       cross join (select * from inaam.voucher where pseudonym is null limit 1) as free`,
      [campaign.id, count],
    );
  } finally {
    connection.release(true);
  }
}

function mostOf(busy: Map<string, number>, idle: Map<string, number>) {
  return [...busy].filter(([name, read]) => read - (idle.get(name) ?? 0) > filled / 3);
}

test(
  'the cleanup of every minute reads what is due, not what is stored',
  { tags: ['long'] },
  async () => {
    const { database, campaign, time } = server;
    await fillCampaign(database, campaign.id, filled);
    // Half of them have just registered, and wait for their code.
    await database.query(
      `update inaam.code_request set code_used_at = null, registered_at = $1, code_at = $1,
       code_expires_at = $2, mobile_sealed = code_hash, code_sealed = code_hash
     where requested_t <= $3`,
      [new Date(time.wall), new Date(time.wall + 300_000), filled / 2],
    );
    await database.query('analyze');
    const read = await rowsReadDuring(async () => undefined);
    expect([...read].filter(([, rows]) => rows > 10)).toEqual([]);
  },
);
