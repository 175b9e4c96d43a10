// What attackers and providers send to the address of the web hook, and what each program may do.
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { cashfreeHook } from '../testing/fake-cashfree.ts';
import { payingServer } from '../testing/paying-server.ts';
import { upi } from '../plugin.ts';

const server = await payingServer();
const { app, bank, payer, time, databaseUrl } = server;
afterAll(() => server.close());

const waiting = async () => (await server.rows('select from inaam.upi_event')).length;
const shownOf = async (mobile: { mobile: string }) => (await server.debtOf(mobile)).state;

/** Pending with the provider, and not asked about for a day. */
async function pending() {
  bank.outcome = { state: 'pending', code: '' };
  const shopper = await server.winner();
  await server.confirmed(shopper);
  await payer.work();
  await server.rows(`update inaam.upi_payout set next_at = $1 where state = 'pending'`, [
    new Date(time.wall + 86_400_000),
  ]);
  const transfer = [...bank.transfers.values()].at(-1);
  if (!transfer) throw new Error('Failed to pay: the provider knows no transfer.');
  return { shopper, transfer };
}

test('a signed web hook has the provider asked at once: repeated, late and false it changes nothing', async () => {
  const { shopper, transfer } = await pending();
  // It says what is not true.
  const lie = cashfreeHook({ ...transfer, state: 'paid' }, 'TRANSFER_SUCCESS');
  expect((await app.inject(lie)).statusCode).toBe(200);
  await payer.work();
  expect(await shownOf(shopper)).toBe('paying');
  bank.become(transfer.key, 'paid');
  const hook = cashfreeHook(transfer, 'TRANSFER_SUCCESS');
  for (let time = 0; time < 3; time++) expect((await app.inject(hook)).statusCode).toBe(200);
  await payer.work();
  expect([await shownOf(shopper), await waiting()]).toEqual(['paid', 0]);
  // Late, and out of order.
  await app.inject(cashfreeHook({ ...transfer, state: 'pending' }, 'TRANSFER_FAILED'));
  await payer.work();
  expect(await shownOf(shopper)).toBe('paid');
});

test('what is not signed by the provider is not heard', async () => {
  const { shopper, transfer } = await pending();
  bank.become(transfer.key, 'paid');
  const hook = cashfreeHook(transfer, 'TRANSFER_SUCCESS');
  const forged = [
    cashfreeHook(transfer, 'TRANSFER_SUCCESS', 'another secret'),
    { ...hook, payload: hook.payload.replace('SUCCESS', 'REVERSED') },
    { ...hook, headers: { ...hook.headers, 'x-webhook-timestamp': '1' } },
    { ...hook, payload: '{', headers: { ...hook.headers } },
    { ...hook, payload: 'null' },
  ];
  for (const one of forged) expect((await app.inject(one)).statusCode).toBe(200);
  await payer.work();
  expect([await shownOf(shopper), await waiting()]).toEqual(['paying', 0]);
  expect(server.logged.join(' ')).toContain('no valid signature');
});

test('without a signature or a body, too large or too many, nothing is stored', async () => {
  const { transfer } = await pending();
  const hook = cashfreeHook(transfer, 'TRANSFER_SUCCESS');
  const { 'x-webhook-signature': _, ...unsigned } = hook.headers;
  const status = async (one: object) => (await app.inject({ ...hook, ...one })).statusCode;
  expect(await status({ headers: unsigned })).toBe(400);
  expect(await status({ payload: '' })).toBe(400);
  expect(await status({ payload: 'x'.repeat(20_000) })).toBe(413);
  expect(await waiting()).toBe(0);
  await server.rows(
    `insert into inaam.upi_event (campaign, at, sealed)
     select $1, now(), '' from generate_series(1, 1000)`,
    [server.campaign.id],
  );
  expect(await status({})).toBe(503);
  await server.rows('delete from inaam.upi_event');
});

test('the site seals an id that it cannot open, and cannot say that anything was paid', async () => {
  const shopper = await server.winner();
  await shopper.call('askPayout', { upiId: 'secret.name@okaxis' });
  const [stored] = await server.rows<{ text: string; id_sealed: Buffer }>(
    'select row_to_json(upi_request)::text as text, id_sealed from inaam.upi_request order by id desc limit 1',
  );
  expect(stored?.text).not.toContain('secret.name');
  expect(stored?.text).not.toContain(Buffer.from('secret.name').toString('hex'));
  // Version 2 is sealed for the public key of `deliver`.
  expect(stored?.id_sealed[0]).toBe(2);
  const site = openTestDatabase(databaseUrl, 1, 'inaam_serve');
  for (const forbidden of [
    `update inaam.upi_debt set state = 'paid'`,
    `update inaam.upi_debt set state = 'voucher'`,
    `update inaam.upi_request set state = 'named'`,
    `update inaam.upi_payout set state = 'paid'`,
    'select id_sealed from inaam.upi_request',
    'insert into inaam.upi_debt default values',
    'insert into inaam.upi_payout default values',
    `update inaam.upi_campaign set public_key = ''`,
    'select sealed from inaam.upi_event',
    `select inaam.decide_upi('a', null, 'pay', now())`,
  ]) {
    await expect(site.query(forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
  }
  await site.end();
});

test('each program holds the rights that the plugin declares, and no others', async () => {
  expect(await readHeldRights(server.database, upi)).toEqual(
    rightsOf({
      inaam_serve: {
        select: 'upi_campaign/4 upi_debt/7 upi_event/2 upi_payout/8 upi_request/10',
        insert: 'upi_event/3 upi_request/10',
        update: 'upi_request/1',
      },
      inaam_deliver: {
        select: 'upi_campaign upi_debt upi_event upi_payout upi_request',
        insert: 'upi_campaign upi_payout',
        update: 'upi_campaign upi_debt upi_event/1 upi_payout upi_request',
        delete: 'upi_event upi_request',
      },
      inaam_operator: {
        select: 'upi_campaign upi_debt upi_event/2 upi_payout',
        update: 'upi_payout/1',
      },
      inaam_console: { select: 'upi_campaign/6 upi_debt upi_payout/14 upi_request/7' },
      inaam_audit: { select: 'upi_debt upi_payout/7' },
    }),
  );
});

test('the schema refuses a voucher code beside a payout', async () => {
  bank.outcome = { state: 'paid', code: '' };
  const shopper = await server.winner();
  await server.confirmed(shopper);
  const pseudonym = server.keys.pseudonymOf(server.keys.mobileIndex(shopper.mobile));
  await server.rows(
    `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at)
     values ($1, decode(repeat('ab', 32), 'hex'), '', 3, now())`,
    [server.campaign.id],
  );
  const assign = () =>
    server.rows('update inaam.voucher set pseudonym = $1, assigned_at = now()', [pseudonym]);
  await expect(assign()).rejects.toMatchObject({ constraint: 'a_reward_is_paid_once' });
  await payer.work();
  await expect(assign()).rejects.toMatchObject({ constraint: 'a_reward_is_paid_once' });
});

test('a number and a device name only so many ids in a day', async () => {
  const shopper = await server.winner();
  const answers = [];
  for (let at = 0; at < 6; at++) {
    answers.push((await shopper.call('askPayout', { upiId: `n${at}a@okaxis` })).status);
    await payer.nameRequests();
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await shopper.call('askPayout', { upiId: 'no id' })).resp['payout']).toMatchObject({
    stage: 'form',
  });
});
