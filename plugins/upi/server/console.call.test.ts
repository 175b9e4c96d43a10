// What the console and the operator see of rewards on UPI, and what a manager decides.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { payingServer } from '../testing/paying-server.ts';
import { gauge, launch, readAccount, readPerson, upiFigures } from './status.sql.ts';

const server = await payingServer();
const { bank, campaign, database, payer, time, work } = server;
const site = await testConsole(server);
let manager = '';
let support = '';
let people = 0;
afterAll(async () => {
  await site.close();
  await server.close();
});

beforeEach(async () => {
  time.wall += 3 * 3_600_000;
  people += 1;
  manager = await site.signedIn('manager', `Mira ${people}`);
  support = await site.signedIn('support', `Sam ${people}`);
  bank.outcome = { state: 'paid', code: '' };
});

const pseudonymOf = ({ mobile }: { mobile: string }) =>
  server.keys.pseudonymOf(server.keys.mobileIndex(mobile));

async function readPage(cookie = manager) {
  const { body } = await site.call('readPayouts', {}, { cookie });
  return consoleCalls.readPayouts.answer.parse(body);
}

async function rowOf(shopper: { mobile: string }, cookie = manager) {
  const of = pseudonymOf(shopper).toString('hex');
  return (await readPage(cookie)).rows.find(({ pseudonym }) => pseudonym === of);
}

/** On the page of the person. */
async function toldOf({ mobile }: { mobile: string }) {
  const fields = { by: 'number', text: mobile, reason: 'ticket 4711' };
  const { body } = await site.call('findPerson', fields, { cookie: support });
  const { summary, tellCaller } = consoleCalls.findPerson.answer.parse(body);
  return [summary, ...tellCaller].join(' ');
}

const decide = (message: string | undefined, action: string, cookie = manager) =>
  site.call('decidePayout', { message, action, reason: 'ticket 4711' }, { cookie });

test('support reads where and when a reward was paid, without the whole id', async () => {
  const shopper = await server.winner();
  expect(await rowOf(shopper, support)).toMatchObject({
    state: 'open',
    status: expect.stringContaining('Waits for a UPI id until'),
    may: [],
  });
  expect(await toldOf(shopper)).toMatch(/^On UPI\. Waits for a UPI id until .* name a UPI id by/);
  await server.confirmed(shopper);
  await work();
  const row = await rowOf(shopper, support);
  expect(row).toMatchObject({ state: 'paid', status: 'Paid', masked: 'w9•••@okaxis', may: [] });
  expect(await toldOf(shopper)).toMatch(
    /^On UPI\. Paid\. Your reward was paid to w9•••@okaxis\. The bank’s reference is UTR/,
  );
  expect(JSON.stringify(row)).not.toContain(shopper.mobile);
});

test('a manager sends a voucher instead, once, and not while a payment is under way', async () => {
  const shopper = await server.winner();
  const row = await rowOf(shopper);
  expect(row?.may).toEqual(['voucher']);
  expect((await decide(row?.message, 'voucher', support)).status).toBe(403);
  expect((await decide(row?.message, 'voucher')).body).toEqual({
    message: 'The voucher is sent instead.',
  });
  expect((await decide(row?.message, 'voucher')).status).toBe(409);
  expect(await server.take(10)).toMatchObject([{ amount: 3 }]);
  expect(await rowOf(shopper)).toMatchObject({
    status: 'A manager decided to send the voucher',
    may: [],
  });
  expect(await toldOf(shopper)).toMatch(/Your voucher of ₹3/);
  const audits = await readAudits(database, { campaign: campaign.id });
  expect(audits.filter(({ command }) => command === 'console upi voucher')).toHaveLength(1);

  bank.outcome = { state: 'pending', code: '' };
  const other = await server.winner();
  await server.confirmed(other);
  await payer.work();
  const pending = await rowOf(other);
  expect(pending).toMatchObject({ state: 'paying', may: [] });
  expect((await decide(pending?.message, 'voucher')).status).toBe(409);
});

test('the balance, what is late and a refused account are told', async () => {
  bank.balance = 5000;
  await payer.readAccount();
  expect(await readPage()).toMatchObject({ balance: 5000, amounts: [3] });
  bank.always = 'broken';
  await payer.readAccount();
  bank.always = undefined;
  expect((await readPage()).problem?.text).toContain('Nothing is paid on UPI: Cashfree does not');
  const verdicts = (await upiFigures.verdicts?.(database, campaign.id, 0))?.(0) ?? [];
  expect(verdicts).toMatchObject([{ level: 'act', page: 'payouts' }]);
  await payer.readAccount();
  expect(await gauge.read(database, campaign.id)).toMatchObject({ balance: 5000, excess: 0 });
  // No web hook has come.
  expect(await launch.read(database, campaign)).toMatchObject({ state: 'waiting' });
  await server.rows('update inaam.upi_campaign set hooked_at = now()');
  expect(await launch.read(database, campaign)).toMatchObject({ state: 'done' });
  const { upi: _file, ...others } = campaign;
  expect(await launch.read(database, others)).toMatchObject({ state: 'done' });
  expect((await readAccount(database, campaign.id, time.wall))?.open).toBeGreaterThanOrEqual(0);
});

test('a person is told of each payment, and an erased one of none of its id', async () => {
  const shopper = await server.winner();
  await server.confirmed(shopper);
  await work();
  const name = pseudonymOf(shopper);
  const told = async () =>
    JSON.stringify((await readPerson(database, campaign.id, [name])).get(name.toString('hex')));
  expect(await told()).toContain('w9•••@okaxis');
  await server.rows('select inaam.erase_number($1, $2, now(), true)', [
    campaign.id,
    server.keys.mobileIndex(shopper.mobile),
  ]);
  expect(await told()).not.toContain('okaxis');
  expect(await told()).toContain('"state":"paid"');
});

test('the overview counts what was paid on UPI, and only where a campaign pays there', async () => {
  const period = { from: time.wall, until: time.wall + 60_000 };
  await server.confirmed(await server.winner());
  await work();
  const counts = (of: typeof campaign) => upiFigures.counts?.(database, of, period);
  expect(await counts(campaign)).toMatchObject([{ label: 'Paid on UPI', count: 1 }]);
  const { upi: _file, ...others } = campaign;
  expect(await counts(others)).toEqual([]);
});
