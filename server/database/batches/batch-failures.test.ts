// A batch on a real database: an item that is refused, and a connection that is cut.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { recordConsents, type Consent } from '../../participants/consents.sql.ts';
import { isConnectionLost } from '../connection-problems.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const consentOf = (t = server.time.wall): Consent => ({
  userKey: server.keys.newUserKey(),
  t,
  answer: 'YES',
  noticeHash: 'hash',
  now: server.time.wall,
});

/** PostgreSQL's `text` cannot store NUL: the whole statement fails. */
const poisoned = (): Consent => ({ ...consentOf(), noticeHash: 'a\u0000b' });

async function countOf(consents: readonly Consent[]): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    'select count(*) from inaam.consent where user_key = any ($1::text[])',
    [consents.map(({ userKey }) => userKey)],
  );
  return Number(rows[0]?.count);
}

test('an item that the database refuses fails alone, wherever it is in the batch', async () => {
  const record = recordConsents(server.database, server.campaign.id);
  for (const place of [0, 7, 15]) {
    const consents = Array.from({ length: 16 }, (_, at) =>
      at === place ? poisoned() : consentOf(),
    );
    const results = await Promise.allSettled(consents.map((consent) => record.one(consent)));
    expect(results.map(({ status }) => status)).toEqual(
      consents.map((_, at) => (at === place ? 'rejected' : 'fulfilled')),
    );
    expect(await countOf(consents.filter((_, at) => at !== place))).toBe(15);
  }
});

test('a connection that is cut in the middle of a batch fails its items; repeated, all are stored', async () => {
  const { database, campaign } = server;
  const record = recordConsents(database, campaign.id);
  const consents = Array.from({ length: 8 }, () => consentOf());
  const lock = await database.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table inaam.consent in access exclusive mode');
    const outcome = Promise.allSettled(consents.map((consent) => record.one(consent)));
    await expect
      .poll(async () => {
        // Not through `lock`: within a transaction pg_stat_activity is a snapshot.
        const { rowCount } = await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%inaam.send_counter%'`,
        );
        return rowCount;
      })
      .toBe(1);
    for (const result of await outcome) {
      expect(result.status).toBe('rejected');
      expect(result.status === 'rejected' && isConnectionLost(result.reason)).toBe(true);
    }
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(await countOf(consents)).toBe(0);
  await Promise.all(consents.map((consent) => record.one(consent)));
  expect(await countOf(consents)).toBe(8);
});
