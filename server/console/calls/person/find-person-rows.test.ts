// Support waits for the answer: it must cost the same when a country has taken part.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleAccount, consoleOrigin } from '@inaam/testing/server/console-account.ts';
import { deliveryFixture, type DeliveryFixture } from '@inaam/testing/server/delivery-fixture.ts';
import { fillCampaign } from '@inaam/testing/server/fill-campaign.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { loadVoucherCodes } from '../../../support/load-voucher-codes.ts';
import { openDatabase, type Database } from '../../../storage/database.ts';
import { assignVouchers } from '../../../storage/messages/voucher-assignment.ts';
import { buildConsoleApp } from '../../app.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;
let database: Database;
let app: Awaited<ReturnType<typeof buildConsoleApp>>;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
  // One connection, whose statistics are asked for.
  database = openDatabase(clone.url, 1, 'general', 'inaam_console');
  const { campaign, keys, clocks, log } = fixture;
  const context = { database, campaign, keys, clocks, log, origin: consoleOrigin };
  app = await buildConsoleApp({ ...context, site: undefined });
});
afterAll(async () => {
  await app.close();
  await database.end();
  await fixture.database.end();
  await clone.drop();
});

const filled = 3000;

/** Rows of each table that every connection has read until now. */
async function rowsRead(): Promise<Map<string, number>> {
  for (const pool of [database, fixture.database]) {
    const connections = await Promise.all(
      Array.from({ length: pool.options.max }, () => pool.connect()),
    );
    for (const one of connections) await one.query('select pg_stat_force_next_flush()');
    for (const one of connections) one.release();
  }
  const { rows } = await fixture.database.query<{ name: string; read: string }>(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_user_tables where schemaname = 'inaam'`,
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

test('a person is found by reading their own rows alone', async () => {
  const { campaign, keys, clocks } = fixture;
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456');
  const { id: messageId } = await fixture.grantVoucher(5, winner);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-7K2M9Q', amount: 5 }], clocks.wall());
  const assignment = { messageId, now: clocks.wall(), promisedUntil: '2025-01-01' };
  await assignVouchers(fixture.database, campaign.id).one(assignment);
  await fillCampaign(fixture.database, campaign.id, filled);
  // As many look-ups of other people, by other accounts.
  await fixture.database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details)
     select $1, 'account ' || place, 'console person find', 'x', $2, jsonb_build_object('number', place::text)
     from generate_series(1, $3::integer) as place`,
    [new Date(clocks.wall()), campaign.id, filled],
  );
  await fixture.database.query(
    `update inaam.voucher set end_index = substr(sha256(code_index), 1, 16) where end_index is null`,
  );
  await fixture.database.query('analyze');
  const account = await consoleAccount({ ...fixture, app }, 'Mira', 'support');
  const person = keys.mobileIndex(winner.mobile).toString('hex');
  const asked = [
    ['number', winner.mobile],
    ['pseudonym', winner.pseudonym.toString('hex')],
    ['voucher', '7K2M9Q'],
    ['voucher', 'ROWS-7K2M9Q'],
  ] as const;
  for (const [by, text] of asked) {
    const before = await rowsRead();
    const answer = await account.call('findPerson', { by, text, why: 'complaint 4711' });
    expect(answer).toMatchObject({ status: 200, body: { person } });
    const after = await rowsRead();
    const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const);
    // Tables that have a few rows, however many take part.
    const own = read.filter(([name]) => !name.startsWith('console_'));
    expect({ by, most: own.filter(([, rows]) => rows > 40) }).toEqual({ by, most: [] });
  }
});
