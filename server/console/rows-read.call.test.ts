/** @module-tag long */
// Somebody waits for each answer, so its cost must not grow with the number of participants.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import {
  consoleAccount,
  deliveryConsole,
  type DeliveryConsole,
} from '@inaam/testing/server/console/delivery-console.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { readsDuring } from '@inaam/testing/server/database/table-reads.ts';
import { keepRollups } from '../figures/keep-rollups.job.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { operatorOf } from './audit-words.ts';

const filled = 3000;
const failure = 'answer 481';
const reason = 'complaint 4711';

let opened: DeliveryConsole;
let calls: Record<string, readonly [ConsoleCallName, object]>;
beforeAll(async () => {
  opened = await deliveryConsole(1);
  const { fixture } = opened;
  const { campaign, database, clocks } = fixture;
  const winner = fixture.nextParticipant(5);
  await fixture.requestCode(winner.mobile, '123456');
  const { id } = await fixture.grantVoucher(5, winner);
  const { id: failed } = await fixture.grantVoucher(3);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-7K2M9Q', amount: 5 }], clocks.wall());
  await fixture.takeVouchers([id]);
  await loadVoucherCodes(fixture, [{ code: 'ROWS-LEFT99', amount: 5 }], clocks.wall());
  await database.query(
    `update inaam.message set state = 'failed', reason = $2, ended_at = now() where id = $1`,
    [failed, failure],
  );
  await keepRollups(fixture)();
  await fillCampaign(database, campaign.id, filled);
  // As many look-ups of other people, by other accounts.
  await database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details)
     select $1, 'account ' || place, 'console person find', 'x', $2, jsonb_build_object('number', place::text)
     from generate_series(1, $3::integer) as place`,
    [new Date(clocks.wall()), campaign.id, filled],
  );
  await database.query(
    `update inaam.voucher set end_index = coalesce(end_index, substr(sha256(code_index), 1, 16)),
       batch = coalesce(batch, (select max(number) from inaam.voucher_batch))`,
  );
  await database.query('vacuum (analyze) inaam.voucher, inaam.message, inaam.reward');
  await database.query('analyze');
  const { rows } = await database.query<{ number: string }>(
    'select max(number) as number from inaam.voucher_batch',
  );
  const batch = Number(rows[0]?.number);
  const find = (by: string, text: string) => ['findPerson', { by, text, reason }] as const;
  calls = {
    'a person by number': find('number', winner.mobile),
    'a person by pseudonym': find('pseudonym', winner.pseudonym.toString('hex')),
    'a person by the end of a code': find('voucher', '7K2M9Q'),
    'a person by a code': find('voucher', 'ROWS-7K2M9Q'),
    'the stock': ['readStock', {}],
    'the deliveries': ['readDeliveries', {}],
    'late vouchers': ['readDebtExamples', {}],
    'failed vouchers': ['readDebtExamples', { failure }],
    'a withdrawal': ['countWithdrawal', { batch }],
    'what can be sent again': ['countResend', { failure }],
    'sending again': ['resendByReason', { failure, count: 1, reason }],
  };
});
afterAll(() => opened.close());

test('each call of the console reads a few rows, however many took part', async () => {
  const { fixture, app, database } = opened;
  const accounts = {
    support: await consoleAccount({ ...fixture, app }, 'Asha', 'support'),
    manager: await consoleAccount({ ...fixture, app }, 'Mira', 'manager'),
  };
  for (const [title, [name, fields]] of Object.entries(calls)) {
    const account = name === 'findPerson' ? accounts.support : accounts.manager;
    const read = await readsDuring([fixture.database, database], async () => {
      expect({ title, ...(await account.call(name, fields)) }).toMatchObject({
        status: 200,
        body: name === 'findPerson' ? { person: expect.any(String) } : {},
      });
    });
    // The console's own tables have few rows.
    const large = read.filter(([table, rows]) => !table.startsWith('console_') && rows > 130);
    expect({ title, large }).toEqual({ title, large: [] });
  }
});

const clocks = { wall: () => 1, campaign: () => 1 };
const taken = (reason: string) => operatorOf({ clocks }, { name: 'Mira' }, reason).reason;

test.each([
  ['a number', 'the owner 98765 43210 called'],
  ['a number and its country', '+919876543210 called'],
  ['a number in groups', 'call 987-654-3210'],
  ['a number with dots', 'call 98765.43210'],
  ['a number and its country in brackets', 'call (+91) 98765-43210'],
  ['a number after two zeros', 'call 0091 98765 43210'],
  ['a number in Hindi digits', 'call ९८७६५ ४३२१०'],
])('a reason with %s in it is refused', (_, reason) => {
  expect(() => taken(reason)).toThrow('Leave the mobile number out');
});

test.each([
  'complaint\u202E4711',
  'complaint\u061C4711',
  'complaint\u20284711',
  'complaint\u00004711',
])('the reason %j is refused: a reader would see something else', (reason) => {
  expect(() => taken(reason)).toThrow('invisible characters');
});

test.each([
  ['a ticket and a day', 'ticket 4711 of 2026-05-06'],
  ['eleven digits', 'ticket 98765432101'],
  ['nine digits', 'ticket 987654321'],
  ['Malayalam, which needs a joiner', 'അവൻ\u200Dറെ പരാതി'],
])('a reason with %s in it is taken', (_, reason) => {
  expect(taken(reason)).toBe(reason);
});
