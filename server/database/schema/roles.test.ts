// Each role tries what it may not do, and a whole journey runs with each program in its role.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelivery } from '../../main/delivery/start-delivery.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { mailboxProvider } from '../../messages/mailbox.sql.ts';
import { singlePath } from '../../sms/paths/sms-path.ts';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { createCleanup } from '../../participants/cleanup.job.ts';
import { assertSuitable, openDatabase, type Database } from '../database.ts';
import { grantRights, readLoginFacts } from './grant-rights.ts';
import { privileged, roles, type Role } from './roles.ts';

let server: TestServer;
const as = new Map<Role, Database>();
beforeAll(async () => {
  server = await testServer({ role: 'inaam_serve' });
  for (const role of roles) as.set(role, openTestDatabase(server.databaseUrl, 12, role));
});
afterAll(async () => {
  for (const database of as.values()) await database.end();
  await server.close();
});

function databaseOf(role: Role): Database {
  const database = as.get(role);
  if (!database) throw new Error(`No connection acts as ${role}.`);
  return database;
}

const amendsByOwnTrigger = `create temporary table own (like inaam.amendment);
  create trigger own after insert on own for each row execute function inaam.amend()`;

const paysByOwnTrigger = `create temporary table own (like inaam.reward);
  create trigger own after insert on own referencing new table as added
  for each statement execute function inaam.pay_from_budget()`;

const refused: Readonly<Record<Role, readonly string[]>> = {
  inaam_serve: [
    amendsByOwnTrigger,
    paysByOwnTrigger,
    paysByOwnTrigger
      .replaceAll('reward', 'participant')
      .replace('pay_from_budget', 'keep_for_promises'),
    paysByOwnTrigger
      .replaceAll('reward', 'question')
      .replace('pay_from_budget', 'keep_for_question'),
    'update inaam.question set amount = 50',
    'delete from inaam.question',
    'update inaam.deck set remaining = remaining',
    'update inaam.budget set granted = granted + 1, remaining = remaining - 1',
    'update inaam.admission set admitted = 0',
    `update inaam.personal_data set mobile_sealed = 'x'`,
    `update inaam.personal_data set pseudonym = 'x'`,
    'update inaam.head set blocks = blocks + 1',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set revealed_at = null',
    'update inaam.head set paused_at = null',
    `update inaam.ledger set content = ''`,
    'delete from inaam.ledger',
    'truncate inaam.ledger',
    'alter table inaam.ledger disable trigger ledger_is_append_only',
    'drop trigger ledger_is_append_only on inaam.ledger',
    'set session_replication_role = replica',
    'update inaam.reward set amount = 10',
    'delete from inaam.reward',
    'update inaam.budget set planned = 1000000',
    `update inaam.participant set state = 'Goa'`,
    `insert into inaam.commitment values ('x', 'x', 'x', now(), 'x')`,
    `insert into inaam.reveal values ('x', 'x', now(), 'x')`,
    'delete from inaam.personal_data',
    'delete from inaam.consent',
    'select code_sealed from inaam.voucher',
    'select code_index from inaam.voucher',
    'update inaam.voucher set pseudonym = null',
    'select from inaam.mailbox',
    `insert into inaam.audit (at, operator, command, why, details) values (now(), 'x', 'x', 'x', '{}')`,
    'select from inaam.audit',
    `select inaam.erase_number('x', 'x', now(), true)`,
    `select inaam.erase_withdrawn('x')`,
    'delete from inaam.erasure_receipt',
    'select from inaam.withdrawal',
    'create table inaam.other (a integer)',
    'create or replace function inaam.refuse_any_change() returns trigger language plpgsql as $$begin return null; end$$',
  ],
  inaam_deliver: [
    amendsByOwnTrigger,
    'select content from inaam.ledger',
    'select hash from inaam.ledger',
    'insert into inaam.figure_change (campaign) values (null)',
    `insert into inaam.ledger values ('x', 1, 'granted', 'x', 'x', 'x')`,
    `insert into inaam.reward (campaign) values ('x')`,
    `insert into inaam.participant (campaign) values ('x')`,
    `insert into inaam.token (campaign) values ('x')`,
    `insert into inaam.voucher (campaign) values ('x')`,
    'update inaam.voucher set amount = 10',
    'delete from inaam.voucher',
    `update inaam.consent set answer = 'YES'`,
    'update inaam.head set next_draw = 0',
    'alter table inaam.voucher disable trigger all',
    'select from inaam.audit',
    `select inaam.erase_number('x', 'x', now(), true)`,
    `select inaam.erase_proven('x', 'x', 'x', null, now(), true)`,
  ],
  inaam_operator: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'update inaam.head set blocks = blocks + 1',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set next_draw = 0',
    'update inaam.head set next_ledger = 0',
    `insert into inaam.reward (campaign) values ('x')`,
    `insert into inaam.ledger values ('x', 1, 'granted', 'x', 'x', 'x')`,
    'update inaam.budget set granted = 0',
    'delete from inaam.audit',
    `update inaam.audit set why = ''`,
    'alter table inaam.audit disable trigger all',
    'delete from inaam.voucher',
    'update inaam.voucher set amount = 10',
    'delete from inaam.personal_data',
    `update inaam.participant set state = 'Goa'`,
    `insert into inaam.token (campaign) values ('x')`,
    'select token_hash from inaam.console_session',
    'select token_hash from inaam.console_invitation',
    'update inaam.console_account set role = role',
  ],
  inaam_draw: [
    amendsByOwnTrigger,
    'select from inaam.participant',
    'select from inaam.personal_data',
    'select from inaam.challenge',
    'select from inaam.message',
    'select from inaam.voucher',
    'select from inaam.reward',
    'select from inaam.token',
    'select from inaam.head',
    `insert into inaam.ledger values ('x', 1, 'granted', 'x', 'x', 'x')`,
    `update inaam.ledger set content = ''`,
    `insert into inaam.commitment values ('x', 'x', 'x', now(), 'x')`,
    `insert into inaam.reveal values ('x', 'x', now(), 'x')`,
    `select inaam.erase_number('x', 'x', now(), true)`,
  ],
  inaam_console: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'select code_sealed from inaam.voucher',
    `insert into inaam.console_account (campaign) values ('x')`,
    `update inaam.console_account set role = 'manager'`,
    'update inaam.console_account set closed_at = null',
    `insert into inaam.console_invitation (token_hash) values ('x')`,
    'update inaam.console_invitation set expires_at = now()',
    `update inaam.console_passkey set public_key = ''`,
    'update inaam.console_identity set account = gen_random_uuid()',
    'update inaam.console_session set created_at = now()',
    `insert into inaam.reward (campaign) values ('x')`,
    `insert into inaam.ledger values ('x', 1, 'granted', 'x', 'x', 'x')`,
    'update inaam.head set next_draw = 0',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set revealed_at = now()',
    `insert into inaam.amendment (campaign) values ('x')`,
    'update inaam.budget set granted = 0',
    `insert into inaam.participant (campaign) values ('x')`,
    `insert into inaam.token (campaign) values ('x')`,
    'delete from inaam.audit',
    `update inaam.audit set why = ''`,
    'select token_hash from inaam.token',
    'select code_sealed from inaam.challenge',
    'delete from inaam.voucher',
    `insert into inaam.voucher (campaign) values ('x')`,
    'update inaam.voucher set code_sealed = null',
    `insert into inaam.voucher_batch (campaign) values ('x')`,
  ],
  inaam_loader: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'select code_sealed from inaam.voucher',
    'select end_index from inaam.voucher',
    `insert into inaam.voucher (campaign, pseudonym) values ('x', 'x')`,
    'update inaam.voucher set pseudonym = null',
    'update inaam.voucher set amount = 10',
    'delete from inaam.voucher',
    'update inaam.voucher_batch set withdrawn_at = now()',
    'delete from inaam.voucher_batch',
    'select mobile_index from inaam.message',
    `update inaam.message set state = 'sent'`,
    'select from inaam.personal_data',
    'select from inaam.participant',
    'select from inaam.challenge',
    'select from inaam.ledger',
    'select from inaam.token',
    'select granted_at from inaam.reward',
    `insert into inaam.reward (campaign) values ('x')`,
    'select from inaam.audit',
    `update inaam.audit set why = ''`,
    'select from inaam.console_session',
    'select from inaam.console_account',
    'update inaam.budget set granted = 0',
    `select inaam.erase_number('x', 'x', now(), true)`,
  ],
  inaam_audit: [
    amendsByOwnTrigger,
    'select from inaam.console_session',
    'select from inaam.console_invitation',
    'select from inaam.console_passkey',
    'select from inaam.console_identity',
    'select from inaam.personal_data',
    'select mobile_index from inaam.participant',
    'select mobile_index from inaam.message',
    'select code_sealed from inaam.voucher',
    'select from inaam.challenge',
    'select from inaam.token',
    'select from inaam.mailbox',
    'select from inaam.visit',
    `insert into inaam.audit (at, operator, command, why, details) values (now(), 'x', 'x', 'x', '{}')`,
    'update inaam.head set next_draw = 0',
    `select inaam.erase_number('x', 'x', now(), true)`,
  ],
};

const attempts = roles.flatMap((role) => refused[role].map((sql): [Role, string] => [role, sql]));

test.each(attempts)('%s may not: %s', async (role, sql) => {
  // 42501: insufficient privilege.
  await expect(databaseOf(role).query(sql)).rejects.toMatchObject({ code: '42501' });
});

test("nobody may call a trigger's function, and what acts as its owner only the roles named for it", async () => {
  const { rows } = await server.database.query<{ name: string; callers: string[] }>(
    `select proname as name, array(
       select role from unnest($1::text[]) as role where has_function_privilege(role, oid, 'execute')) as callers
     from pg_proc
     where pronamespace = 'inaam'::regnamespace and (prosecdef or prorettype = 'trigger'::regtype)`,
    [[...roles, 'pg_monitor']],
  );
  const called = rows.filter(({ callers }) => callers.length > 0);
  expect(rows.length).toBeGreaterThan(called.length);
  expect(Object.fromEntries(called.map(({ name, callers }) => [name, callers.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(privileged).map(([name, of]) => [name, of.toSorted()])),
  );
});

test('an auditor reads the books', async () => {
  for (const table of [
    'ledger',
    'reward',
    'budget',
    'head',
    'deck',
    'law',
    'commitment',
    'audit',
  ]) {
    await expect(
      databaseOf('inaam_audit').query(`select * from inaam.${table}`),
    ).resolves.toBeDefined();
  }
});

test('a journey runs with each program in its role, from the visit to the voucher and erasure', async () => {
  const { campaign, keys, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const warnings: string[] = [];
  const warn = (_: object, sentence: string) => void warnings.push(sentence);
  const log = { info: () => undefined, warn, error: warn };
  const database = databaseOf('inaam_deliver');
  const provider = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  const host = 'inaam.example';
  const delivery = { database, campaign, keys, clocks, log, paths: [singlePath(provider)], host };
  const running = await startDelivery({ ...delivery, intervals: { pollMs: 100 } });
  try {
    const mobiles = [newMobile(), newMobile()];
    for (const [at, state] of ['Karnataka', 'Tamil Nadu'].entries()) {
      const mobile = mobiles[at] ?? '';
      const shopper = new Shopper(server);
      expect(await shopper.register(mobile, state)).toMatchObject({ status: 200 });
      await shopper.call('verifyOtp', { otp: '000000' });
      expect((await shopper.verifyWith(await shopper.code(mobile))).status).toBe(200);
      expect((await shopper.call('getReward')).status).toBe(200);
      const details = { name: 'Asha Rao', state: 'Kerala', city: 'Kochi', gender: 'female' };
      expect((await shopper.call('editDetails', { ...details, age: '30' })).status).toBe(200);
      expect((await shopper.read('getDetails')).status).toBe(200);
      time.wall += 61_000;
    }
    const stock = [3, 5, 10].flatMap((amount) =>
      [1, 2].map((at) => ({ code: `ROLE-${amount}-${at}`, amount })),
    );
    await loadVoucherCodes(
      { database: databaseOf('inaam_operator'), campaign, keys },
      stock,
      time.wall,
    );
    const isSent = async () => {
      const { rows } = await server.database.query<{ sent: string }>(
        `select count(*) as sent from inaam.message where kind = 'voucher' and state = 'sent'`,
      );
      return Number(rows[0]?.sent) === 2;
    };
    expect(await waitUntil(isSent)).toBe(true);
    const erase = `select inaam.erase_number($1, $2, now(), false) as erasure`;
    for (const mobile of mobiles) {
      const values = [campaign.id, keys.mobileIndex(mobile)];
      const erased = await databaseOf('inaam_operator').query(erase, values);
      expect(erased.rows).toEqual([{ erasure: 'erased' }]);
    }
    time.wall += 4 * 365 * 86_400_000;
    await createCleanup(delivery)();
    expect(await countRows(server.database, 'consent')).toBe(0);
  } finally {
    await running.stop();
  }
  expect(warnings.filter((sentence) => sentence.includes('step of the cleanup'))).toEqual([]);
});

test('a login of one role cannot act in another, and the error says what to do', async () => {
  const { database, databaseUrl } = server;
  await database.query('create role inaam_test_login login in role inaam_serve');
  try {
    const url = new URL(databaseUrl);
    url.username = 'inaam_test_login';
    const own = openDatabase(url.href, 1, 'general', 'inaam_serve');
    const other = openDatabase(url.href, 1, 'general', 'inaam_deliver');
    try {
      expect((await own.query('select current_user as name')).rows).toEqual([
        { name: 'inaam_serve' },
      ]);
      await expect(own.query('set role inaam_deliver')).rejects.toMatchObject({ code: '42501' });
      // Its own login is none; the one beside it is.
      await database.query('select');
      expect(await readLoginFacts(own)).toMatchObject({ isSuperuser: true });
      await expect(assertSuitable(other, false)).rejects.toThrow(
        /cannot act as inaam_deliver\. Run `npx inaam migrate`, then: grant inaam_deliver to/,
      );
    } finally {
      await own.end();
      await other.end();
    }
  } finally {
    await database.query('drop role inaam_test_login');
  }
});

test('a table that no role may use yet stops the migration', async () => {
  const connection = await server.database.connect();
  try {
    await connection.query('create table inaam.forgotten (a integer)');
    await expect(grantRights(connection)).rejects.toThrow(
      'Nobody may use inaam.forgotten yet. Write into server/database/schema/roles.ts',
    );
    await connection.query('drop table inaam.forgotten');
    await grantRights(connection);
  } finally {
    connection.release(true);
  }
});
