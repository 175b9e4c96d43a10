// What functions and statements lock: read by a second connection, waited for, or skipped.
import { afterAll, expect, test } from 'vitest';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { waitUntilBlocked } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { changeFurtherRole, openAccount } from '../console/sign-in/accounts.sql.ts';
import { packTesting } from '@inaam/plugins/testing.ts';
import { holdVouchers } from '../vouchers/holds.sql.ts';
import { takeVouchers } from '../vouchers/take-vouchers.sql.ts';
import { rescheduleAhead, rescheduleOwed } from '../messages/reschedule.sql.ts';
import { applyReceipts, markWithoutReceipt } from '../messages/sms-receipts.sql.ts';
import {
  deleteNumberLimits,
  deletions,
  expireStaleMessages,
  wipeRegistrations,
} from '../participants/cleanup.sql.ts';
import { replaceSealedValues } from '../participants/sealed-values.sql.ts';
import { resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import { transaction, type Connection, type Database } from './database.ts';

/** With a shopper who waits for the voucher. */
async function serverOfOne() {
  const made = await serverOnDatabase(await testDatabase('migrated'), { connections: 6 });
  const one = new Shopper(made);
  const mobile = newMobile();
  await one.verify(mobile);
  await one.call('getReward');
  const { rows } = await made.database.query<{ message: string; pseudonym: Buffer }>(
    `select id as message, pseudonym from inaam.message where kind = 'voucher'`,
  );
  // Of another campaign, which nothing locks.
  await made.database.query(
    `insert into inaam.code_request (campaign, user_key, mobile_index, requested_t, registered_at)
     select 'other', user_key, mobile_index, requested_t, registered_at from inaam.code_request`,
  );
  const { message = '', pseudonym = Buffer.alloc(0) } = rows[0] ?? {};
  const { userKey } = one;
  return { made, found: { userKey, mobile: made.keys.mobileIndex(mobile), pseudonym, message } };
}

const { made: server, found: shopper } = await serverOfOne();
afterAll(() => server.close());

const audit = (command: string) => ({
  campaign: server.campaign.id,
  command,
  operator: { by: 'asha', reason: 'asked for', at: server.time.wall },
  details: {},
});

const oneCode = { label: 'one', product: 'x', region: 'y', codes: 1, key: 1 };

const tables = [
  'code_request',
  'device_limits',
  'head',
  'message',
  'mobile_limits',
  'participation',
  'voucher',
] as const;

/** How many rows of each table are locked by others, without those of which none is. */
async function lockedRows(): Promise<Record<string, number>> {
  const { rows } = await server.database.query<{ name: string; locked: number }>(
    tables
      .map(
        (name) => `select '${name}' as name, (
           (select count(*) from inaam.${name}) - (
             select count(*) from (select from inaam.${name} for update skip locked) as free))::integer as locked`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.flatMap(({ name, locked }) => (locked ? [[name, locked]] : [])));
}

/** Rolled back at the end. */
async function within<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await server.database.connect();
  try {
    await connection.query('begin');
    return await work(connection);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

const functions: readonly [string, () => unknown[], Record<string, number>][] = [
  [
    'inaam.lock_codes($1, $2, $3)',
    () => [[shopper.userKey], [shopper.mobile]],
    { code_request: 1, device_limits: 1, mobile_limits: 1 },
  ],
  // Who has not got the reward yet takes part no other time: the head stays free.
  [
    'inaam.lock_participations($1, $2, array[now()], 1)',
    () => [[shopper.mobile]],
    { participation: 1 },
  ],
  [
    'inaam.lock_participations($1, $2, array[now()], 2)',
    () => [[shopper.mobile]],
    { head: 1, participation: 1 },
  ],
  ['inaam.lock_draw($1, $2)', () => [[shopper.pseudonym]], { head: 1 }],
  // Without stock.
  [
    `inaam.take_vouchers($1, $2, '{}', '10 s', now(), '2026-07-01')`,
    () => [[shopper.message]],
    { message: 1 },
  ],
];

test.each(functions)('%s locks what it reads', async (call, values, expected) => {
  const locked = await within(async (connection) => {
    await connection.query(`select ${call}`, [server.campaign.id, ...values()]);
    return lockedRows();
  });
  expect(locked).toEqual(expected);
});

/** The function stops where a second connection holds a row: what it has locked by then. */
test.each([
  ['mobile_limits', { device_limits: 1, mobile_limits: 1 }],
  ['code_request', { device_limits: 1, mobile_limits: 1, code_request: 1 }],
  ['participation', { device_limits: 1, mobile_limits: 1, code_request: 1, participation: 1 }],
])('an erasure that waits for %s has locked what comes before it', async (table, expected) => {
  const locked = await within(async (holding) => {
    await holding.query(`select from inaam.${table} where campaign <> 'other' for update`);
    return within(async (erasing) => {
      const erased = erasing.query(`select inaam.erase_number($1, $2, now(), true)`, [
        server.campaign.id,
        shopper.mobile,
      ]);
      await waitUntilBlocked(server.database);
      const found = await lockedRows();
      await holding.query('rollback');
      await erased;
      return found;
    });
  });
  expect(locked).toEqual(expected);
});

test('an erasure locks limits and participations that it does not change', async () => {
  const locked = await within(async (connection) => {
    const values = [server.campaign.id, shopper.mobile];
    await connection.query('select inaam.erase_number($1, $2, now(), false)', values);
    return lockedRows();
  });
  expect(locked).toMatchObject({ mobile_limits: 1, participation: 1 });
});

const here = () => [server.database, server.campaign.id] as const;

/** Each holds a row, or another's turn, and something that waits for it. */
const waiting: Readonly<Record<string, [string, () => Promise<unknown>]>> = {
  'a use of a pack': [
    `select pg_advisory_xact_lock_shared(hashtextextended('$campaign' || 'ab', 41))`,
    () =>
      server.database.query(`select inaam.lock_packs($1, array['\\xab'::bytea], array[1])`, [
        server.campaign.id,
      ]),
  ],
  'a new batch of packs': [
    `select pg_advisory_xact_lock_shared(hashtextextended('$campaign', 42))`,
    async () =>
      packTesting[0]?.makePackBatch(server.database, server.campaign.id, {
        ...oneCode,
        audit: audit('packs make'),
      }),
  ],
  'a hold': [
    'select from inaam.message for update',
    () =>
      holdVouchers(...here(), {
        pseudonyms: [shopper.pseudonym],
        by: 'asha',
        reason: 'asked for',
        now: 1,
        auditOf: () => audit('review hold'),
      }).then(() => server.database.query('delete from inaam.voucher_hold')),
  ],
  'a second invitation': [
    'select from inaam.console_account for update',
    () =>
      openAccount(server.database, {
        campaign: server.campaign.id,
        name: 'asha',
        role: 'support',
        at: 1,
      }),
  ],
  'a further role that is there': [
    'select from inaam.console_account for update',
    () =>
      transaction(server.database, (connection) =>
        changeFurtherRole(connection, {
          home: server.campaign.id,
          campaign: server.campaign.id,
          name: 'asha',
          role: 'support',
          at: 1,
        }),
      ),
  ],
};

test.each(Object.keys(waiting))('%s waits for its turn', async (name) => {
  const [hold = '', run = () => Promise.resolve()] = waiting[name] ?? [];
  const { database, campaign } = server;
  await openAccount(database, { campaign: campaign.id, name: 'asha', role: 'support', at: 1 });
  await within(async (holding) => {
    await holding.query(hold.replaceAll('$campaign', campaign.id));
    const running = run();
    // It is awaited below.
    running.catch(() => undefined);
    const isBlocked = waitUntilBlocked(database).then(() => true);
    expect(await Promise.race([isBlocked, running.then(() => false)])).toBe(true);
    await holding.query('rollback');
    await running;
  });
});

type Step = {
  /** SQL that makes a row due. */
  due?: string;
  holds: string;
  /** @returns how many rows it changed, or these */
  run: (database: Database, campaign: string) => Promise<unknown>;
};

const far = new Date('2100-01-01').getTime();
const resent = () => ({
  max: 9,
  now: 1,
  auditOf: () => audit('vouchers resend'),
});
const deletes = (kind: string): Step['run'] => {
  const one = deletions.find((deletion) => deletion.kind === kind);
  return async (database, campaign) => one?.deleteBatch(database, campaign, new Date(far));
};
const isDue = `update inaam.message set due_at = now(), leased_until = null, state = 'owed' where kind = 'voucher'`;
const sealed = { key: ['pseudonym'], columns: { name_sealed: 250 } };

/** In this order: the last ones delete what others need. */
const steps: Readonly<Record<string, Step>> = {
  'a lease': {
    due: isDue,
    holds: 'message',
    run: (database, campaign) =>
      takeVouchers(database, campaign, { wall: () => far, campaign: () => far })(9),
  },
  'owed vouchers of which there is stock': {
    due: `${isDue};
      update inaam.message set due_at = now() + interval '1 hour' where kind = 'voucher';
      insert into inaam.voucher (campaign, code_index, code_sealed, end_index, amount, loaded_at, expires_on)
      select campaign, sha256('a'), 'x', sha256('b'), amount, now(), '2099-01-01' from inaam.reward`,
    holds: 'message',
    run: (database, campaign) =>
      transaction(database, (connection) => rescheduleOwed(connection, campaign, '2026-01-01')),
  },
  'messages of a clock that was ahead': {
    due: `update inaam.message set due_at = now() + interval '1 year' where kind = 'voucher'`,
    holds: 'message',
    run: async (database, campaign) => {
      await rescheduleAhead(database, campaign);
      const { rows } = await database.query(
        `select from inaam.message where kind = 'voucher' and due_at < now()`,
      );
      return rows;
    },
  },
  'vouchers without a receipt': {
    due: `update inaam.message set state = 'sent', sent_at = now(), path = 'a' where kind = 'voucher'`,
    holds: 'message',
    run: (database, campaign) => markWithoutReceipt(database, campaign, ['a'], far),
  },
  'vouchers to send again': {
    due: `update inaam.message set state = 'failed', reason = 'a' where kind = 'voucher'`,
    holds: 'message',
    run: (database, campaign) => resendVouchers(database, campaign, { reason: 'a' }, resent()),
  },
  receipts: {
    due: `insert into inaam.sms_receipt (campaign, path, reference, outcome, at, due_at)
      select campaign, 'a', 'b', 'delivered', now(), now() from inaam.head`,
    holds: 'sms_receipt',
    run: async (database) => (await applyReceipts(database, far)).due,
  },
  'values under an old key': {
    holds: 'personal_data',
    run: async (database, campaign) => {
      const table = { table: 'personal_data', ...sealed } as const;
      const again = (_: string, value: Buffer) => value;
      return (await replaceSealedValues(database, campaign, table, 0, again)).replaced;
    },
  },
  'codes that are stale': {
    holds: 'message',
    run: (database, campaign) => expireStaleMessages(database, campaign, far),
  },
  registrations: {
    holds: 'code_request',
    run: (database, campaign) =>
      wipeRegistrations(database, campaign, far, { afterUseMs: 0, afterExpiryMs: 0 }),
  },
  consents: { holds: 'consent', run: deletes('consents') },
  'old messages': { holds: 'message', run: deletes('codeMessages') },
  'limits of numbers': { holds: 'mobile_limits', run: deleteNumberLimits },
};

test('what another transaction has locked is skipped, and done when it is free', async () => {
  const { made } = await serverOfOne();
  const { database, campaign } = made;
  const url = new URL(made.databaseUrl);
  // What waits fails soon.
  url.searchParams.set('lock_timeout', '1000');
  const hasty = openTestDatabase(url.href, 2);
  for (const [name, { due, holds, run }] of Object.entries(steps)) {
    if (due !== undefined) await database.query(due);
    const changed = async () => [await run(hasty, campaign.id)].flat().filter(Boolean).length;
    const holding = await database.connect();
    await holding.query(`begin; select from inaam.${holds} for update`);
    const whileHeld = await changed().catch((error: unknown) => String(error));
    await holding.query('rollback');
    holding.release();
    const found = { name, whileHeld, isDoneAfterwards: (await changed()) > 0 };
    expect(found).toEqual({ name, whileHeld: 0, isDoneAfterwards: true });
  }
  await hasty.end();
  await made.close();
});
