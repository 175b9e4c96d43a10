// Each role tries what it may not do, and a whole journey runs with each program in its role.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDelivery } from '../../main/delivery/start-delivery.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { mailboxProvider } from '../../messages/mailbox.sql.ts';
import { singlePath } from '../../sms/paths/sms-path.ts';
import { plugins } from '@inaam/plugins/plugins.ts';
import { readHeldRights, rightsOf, type HeldRights } from '@inaam/testing/server/plugins.ts';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { createCleanup } from '../../main/delivery/cleanup.job.ts';
import { assertSuitable, openDatabase, type Database } from '../database.ts';
import { grantRights, readLoginFacts } from './grant-rights.ts';
import { roles, type Role } from '../session.ts';

let server: TestServer;
const as = new Map<Role, Database>();
beforeAll(async () => {
  server = await testServer({ role: 'inaam_serve' });
  // Again, from roles.ts as it is now.
  const connection = await server.database.connect();
  await grantRights(connection);
  connection.release();
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
      .replaceAll('reward', 'participation')
      .replace('pay_from_budget', 'keep_for_promises'),
    `insert into inaam.message (state) values ('delivered')`,
    `insert into inaam.message (written) values (null)`,
    `insert into inaam.visit (written) values (null)`,
    'insert into inaam.rollup (count) values (1000000)',
    'insert into inaam.figure_change (change) values (-1)',
    'update inaam.head set has_own_clock = true',
    `update inaam.personal_data set mobile_sealed = 'x'`,
    `update inaam.personal_data set pseudonym = 'x'`,
    'update inaam.head set blocks = blocks + 1',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set revealed_at = null',
    'update inaam.head set paused_at = null',
    'alter table inaam.ledger disable trigger ledger_is_append_only',
    'drop trigger ledger_is_append_only on inaam.ledger',
    'set session_replication_role = replica',
    'update inaam.checked_ledger set entries = 9',
    `insert into inaam.checked_ledger (campaign, entries) values ('x', 9)`,
    `update inaam.participation set state = 'Goa'`,
    'select code_sealed from inaam.voucher',
    'select code_index from inaam.voucher',
    'create table inaam.other (a integer)',
    'create or replace function inaam.refuse_any_change() returns trigger language plpgsql as $$begin return null; end$$',
  ],
  inaam_deliver: [
    amendsByOwnTrigger,
    'update inaam.checked_ledger set entries = 9, stopped_at = null',
    'select content from inaam.ledger',
    'update inaam.voucher set amount = 10',
    `update inaam.consent set answer = 'YES'`,
  ],
  inaam_operator: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'update inaam.checked_ledger set entries = 9, stopped_at = null',
    'update inaam.head set blocks = blocks + 1',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set next_draw = 0',
    'update inaam.head set next_ledger = 0',
    'update inaam.voucher set amount = 10',
    'select token_hash from inaam.console_session',
  ],
  inaam_draw: [amendsByOwnTrigger, 'update inaam.checked_ledger set decided = 9'],
  inaam_console: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'select code_sealed from inaam.voucher',
    'update inaam.head set next_draw = 0',
    `update inaam.head set last_day = '2026-01-01'`,
    'update inaam.head set revealed_at = now()',
    'select token_hash from inaam.token',
    'select code_sealed from inaam.code_request',
    'update inaam.voucher set code_sealed = null',
  ],
  inaam_loader: [
    amendsByOwnTrigger,
    'update inaam.message set leased_until = null',
    'select code_sealed from inaam.voucher',
    `insert into inaam.voucher (campaign, pseudonym) values ('x', 'x')`,
    `update inaam.message set state = 'sent'`,
  ],
  inaam_audit: [amendsByOwnTrigger, 'select code_sealed from inaam.voucher'],
};

/** By privilege. A number says of how many columns a table. */
const held: HeldRights = {
  inaam_serve: {
    select: `
      admission amendment budget code_request commitment consent deck device_limits erasure_receipt
      head identity law ledger message migration mobile_limits participation personal_data process
      reveal reward rollup secret_check send_counter sms_unread token used_proof voucher/5
      voucher_batch voucher_hold/3`,
    insert: `
      code_request consent device_limits ledger message/12 mobile_limits participation personal_data
      process reward secret_check send_counter sms_receipt sms_unread token used_proof visit/6`,
    update: `
      code_request device_limits head/3 mobile_limits participation/1 personal_data/2 process/4
      secret_check/1 send_counter sms_unread/2 token`,
    delete: 'device_limits mobile_limits process',
  },
  inaam_deliver: {
    select: `
      admission amendment budget checked_ledger code_request commitment consent deck delivery
      device_limits erasure_receipt figure_change figure_part figure_progress head identity law
      ledger/4 mailbox message migration mobile_limits participation personal_data process reveal
      reward rollup secret_check send_counter sms_receipt token used_proof visit voucher
      voucher_batch voucher_hold`,
    insert: `
      delivery figure_part figure_progress mailbox process rollup secret_check sms_receipt
      voucher_hold`,
    update: `
      code_request consent/1 device_limits/1 erasure_receipt/1 figure_part figure_progress
      mailbox/1 message mobile_limits/1 personal_data/1 process/4 rollup secret_check/1
      send_counter/1 sms_receipt token/1 used_proof/1 visit/1 voucher/3`,
    delete: `
      code_request consent delivery device_limits erasure_receipt figure_change figure_part mailbox
      message mobile_limits personal_data process rollup send_counter sms_receipt token
      used_proof visit`,
  },
  inaam_operator: {
    select: `
      admission amendment audit budget checked_ledger code_request commitment consent
      console_account console_identity/2 console_invitation/2 console_passkey/2 console_role
      console_session/2 deck delivery device_limits erasure_receipt/2 figure_part
      figure_progress head identity law ledger mailbox message migration mobile_limits
      participation personal_data process reveal reward rollup secret_check send_counter
      sms_receipt/2 sms_unread token used_proof/2 visit voucher voucher_batch voucher_hold
      withdrawal`,
    insert: `
      admission amendment audit budget commitment console_account console_invitation
      console_role deck delivery head law mobile_limits reveal secret_check voucher
      voucher_batch`,
    update: `
      checked_ledger/1 code_request/3 console_account/1 console_invitation/1 console_role head/2
      identity/1 mailbox/2 message/10 mobile_limits personal_data/3 secret_check/2 token/1 voucher/1`,
    delete: 'console_identity console_passkey console_session mobile_limits',
  },
  inaam_draw: {
    select: 'checked_ledger commitment identity ledger migration process',
    insert: 'checked_ledger process',
    update: 'checked_ledger/3 process/4',
    delete: 'process',
  },
  inaam_console: {
    select: `
      admission amendment audit budget code_request/9 commitment consent console_account
      console_challenge console_identity console_invitation console_passkey console_role
      console_session console_try deck delivery figure_part figure_progress head identity law
      ledger message/18 migration mobile_limits participation/6 personal_data process reveal
      reward rollup secret_check sms_receipt/2 sms_unread token/7 visit voucher/10 voucher_batch
      voucher_hold withdrawal`,
    insert: `
      audit console_account console_challenge console_identity console_invitation
      console_passkey console_role console_session console_try
      delivery mobile_limits process secret_check voucher_hold`,
    update: `
      console_account/1 console_identity/1 console_invitation/1 console_passkey/2 console_role
      console_session/1 console_try/2 head/1 message/9 mobile_limits/1 process/4 secret_check/1 token/1 voucher/1
      voucher_batch/1 voucher_hold`,
    delete: `
      console_challenge console_identity console_session console_try mobile_limits process`,
  },
  inaam_loader: {
    select: 'budget/2 message/9 voucher/6 voucher_batch/2 voucher_hold/3',
    insert: 'audit voucher/8 voucher_batch/3',
    update: 'message/2',
  },
  inaam_audit: {
    select: `
      admission amendment audit budget commitment console_account console_role deck delivery
      figure_part head law ledger message/13 migration participation/5 reveal reward rollup
      voucher/9 voucher_batch voucher_hold`,
  },
};

test('each role has these rights and no other', async () => {
  expect(await readHeldRights(server.database)).toEqual(rightsOf(held));
});

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
  const ofPlugins = Object.fromEntries(plugins.flatMap(({ owned }) => Object.entries(owned)));
  expect(rows.length).toBeGreaterThan(called.length);
  expect(Object.fromEntries(called.map(({ name, callers }) => [name, callers.toSorted()]))).toEqual(
    {
      erase_number: ['inaam_console', 'inaam_operator'],
      erase_proven: ['inaam_serve'],
      erase_withdrawn: ['inaam_deliver'],
      ...ofPlugins,
    },
  );
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
  onTestFinished(async () => void (await database.query('drop role inaam_test_login')));
  const url = new URL(databaseUrl);
  url.username = 'inaam_test_login';
  const own = openDatabase(url.href, 1, 'general', 'inaam_serve');
  const other = openDatabase(url.href, 1, 'general', 'inaam_deliver');
  onTestFinished(() => other.end());
  onTestFinished(() => own.end());
  expect((await own.query('select current_user as name')).rows).toEqual([{ name: 'inaam_serve' }]);
  await expect(own.query('set role inaam_deliver')).rejects.toMatchObject({ code: '42501' });
  // Its own login is none; the one beside it is.
  await database.query('select');
  expect(await readLoginFacts(own)).toMatchObject({ isSuperuser: true });
  await expect(assertSuitable(other, false)).rejects.toThrow(
    /cannot act as inaam_deliver\. Run `npx inaam migrate`, then: grant inaam_deliver to/,
  );
});

test('a table that no role may use yet stops the migration', async () => {
  const connection = await server.database.connect();
  onTestFinished(() => connection.release(true));
  await connection.query('create table inaam.forgotten (a integer)');
  await expect(grantRights(connection)).rejects.toThrow(
    'Nobody may use inaam.forgotten yet. Write into server/database/schema/roles.ts',
  );
  await connection.query('drop table inaam.forgotten');
  await grantRights(connection);
});
