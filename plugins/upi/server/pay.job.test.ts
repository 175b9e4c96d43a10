// From the reward to the bank, against a provider that behaves as badly as its documents allow.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { payingServer, ravi } from '../testing/paying-server.ts';

const server = await payingServer();
const { bank, payer, time, work } = server;
afterAll(() => server.close());

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeEach(async () => {
  time.wall += 3 * 3_600_000;
  bank.habits = [];
  bank.outcome = { state: 'paid', code: '' };
  // Each test begins with nothing under way.
  await server.database.query(
    `update inaam.upi_debt set next_at = 'infinity' where state = 'open'`,
  );
});

test('the voucher is held, the owner of the id is shown, and the reward is paid once', async () => {
  const shopper = await server.winner();
  const before = bank.transfers.size;
  expect(await server.take(10)).toEqual([]);
  expect(await server.shown(shopper)).toMatchObject({ stage: 'ask', amount: 3, upiId: '' });
  const asked = await shopper.call('askPayout', { upiId: ' UPI://pay?pa=RAVI@okaxis&am=1 ' });
  expect(asked.resp['payout']).toMatchObject({ stage: 'checking' });
  await payer.nameRequests();
  expect(await server.shown(shopper)).toMatchObject({
    stage: 'confirm',
    upiId: 'ra•••@okaxis',
    name: 'RA•• KU••',
  });
  await work();
  expect(bank.transfers.size).toBe(before);
  await server.confirmed(shopper, ravi.id);
  await work();
  expect(await server.shown(shopper)).toMatchObject({ stage: 'paid', upiId: 'ra•••@okaxis' });
  expect((await server.shown(shopper))?.reference).toMatch(/^UTR/);
  expect(bank.paidTo().get(ravi.id)).toBe(3);
  expect((await server.debts()).at(-1)).toEqual({
    state: 'paid',
    why: null,
    message: 'settled',
    hasCode: false,
  });
});

test.each(['lost', 'broken', 'early', 'down', 'busy'] as const)(
  'after an answer that is %s, the reward is asked about and paid once',
  async (habit) => {
    const shopper = await server.winner();
    const sends = bank.transfers.size;
    bank.habits = [habit];
    await server.confirmed(shopper);
    await work();
    for (let minute = 0; minute < 5; minute++) {
      time.wall += minuteMs;
      await work();
    }
    expect(await server.shown(shopper)).toMatchObject({ stage: 'paid' });
    expect(bank.transfers.size).toBe(sends + 1);
  },
);

type Step = 'hearEvents' | 'nameRequests' | 'settleDebts' | 'askPayouts';

test('what a killed process has begun is asked about, and never paid with another key', async () => {
  const shopper = await server.winner();
  await server.confirmed(shopper);
  const before = bank.transfers.size;
  const { send } = server.provider;
  // Killed after the commit, before the provider hears of it.
  const killed = new Error('killed');
  server.provider.send = () => Promise.reject(killed);
  await expect(payer.settleDebts()).rejects.toBe(killed);
  // Killed after the provider has paid, before that is recorded.
  server.provider.send = async (transfer) => {
    await send(transfer);
    throw killed;
  };
  time.wall += 3 * minuteMs;
  await expect(payer.askPayouts()).rejects.toBe(killed);
  server.provider.send = send;
  for (const step of ['settleDebts', 'askPayouts'] satisfies Step[]) {
    time.wall += minuteMs;
    await payer[step]();
  }
  expect(await server.shown(shopper)).toMatchObject({ stage: 'paid' });
  expect(bank.transfers.size).toBe(before + 1);
});

test('the same process in two places pays once', async () => {
  const shopper = await server.winner();
  await server.confirmed(shopper);
  const before = bank.sends;
  await Promise.all([payer.work(), payer.work(), payer.work()]);
  await work();
  expect(bank.sends).toBe(before + 1);
  expect(await server.shown(shopper)).toMatchObject({ stage: 'paid' });
});

test('a wrong id is asked for again, until the voucher is sent', async () => {
  const shopper = await server.winner();
  await shopper.call('askPayout', { upiId: 'nobody@okaxis' });
  await payer.nameRequests();
  expect(await server.shown(shopper)).toMatchObject({ stage: 'wrong' });
  bank.names.set('refused@okaxis', 'R');
  await server.confirmed(shopper, 'refused@okaxis');
  await work();
  expect(await server.shown(shopper)).toMatchObject({ stage: 'wrong' });
  expect(await server.take(10)).toEqual([]);
  time.wall += 8 * dayMs;
  await work();
  const [taken, ...others] = await server.take(10);
  expect(others).toEqual([]);
  expect(taken?.amount).toBe(3);
  expect(await server.debtOf(shopper)).toEqual({ state: 'voucher', why: 'late' });
  await server.rows(`update inaam.message set state = 'sent' where id = $1`, [taken?.id]);
});

test('who wants a voucher gets it at once, and nothing is paid', async () => {
  const shopper = await server.winner();
  await shopper.call('decidePayout', { request: 0 });
  const before = bank.sends;
  await work();
  expect(await server.take(10)).toMatchObject([{ amount: 3 }]);
  await shopper.call('askPayout', { upiId: ravi.id });
  await work();
  expect(bank.sends).toBe(before);
});

test('without money it is tried again, and paid once there is some', async () => {
  const shopper = await server.winner();
  const { balance } = bank;
  bank.balance = 0;
  await server.confirmed(shopper);
  await work();
  expect((await server.debts()).at(-1)).toMatchObject({ state: 'open', why: 'balance' });
  bank.balance = balance;
  await work();
  expect(await server.shown(shopper)).toMatchObject({ stage: 'sending' });
  time.wall += 31 * minuteMs;
  await work();
  expect(await server.shown(shopper)).toMatchObject({ stage: 'paid' });
});

test('what is pending for a day and longer gets no voucher, until the provider has answered', async () => {
  const shopper = await server.winner();
  bank.outcome = { state: 'pending', code: '' };
  await server.confirmed(shopper);
  await work();
  for (let day = 0; day < 10; day++) {
    time.wall += dayMs;
    await work();
  }
  expect(await server.take(10)).toEqual([]);
  const key = [...bank.transfers.keys()].at(-1) ?? '';
  bank.become(key, 'failed', 'BENE_BANK_DECLINED');
  time.wall += dayMs;
  await work();
  expect(await server.take(10)).toMatchObject([{ amount: 3 }]);
  expect(await server.debtOf(shopper)).toEqual({ state: 'voucher', why: 'late' });
});

test('a payment that comes back is owed again, and one that comes late is told to people', async () => {
  const shopper = await server.winner();
  await server.confirmed(shopper);
  await work();
  const key = [...bank.transfers.keys()].at(-1) ?? '';
  bank.become(key, 'reversed', 'BENE_BANK_DECLINED');
  time.wall += 25 * 3_600_000;
  await work();
  expect((await server.debts()).at(-1)).toMatchObject({ state: 'open', message: 'owed' });
  await server.rows(`update inaam.upi_debt set next_at = 'infinity' where state = 'open'`);
  await shopper.call('getPayout');
  await server.rows(`update inaam.upi_debt set until = $1, next_at = $1 where state = 'open'`, [
    new Date(time.wall),
  ]);
  await work();
  const taken = await server.take(10);
  expect(taken.length).toBeGreaterThan(0);
  bank.become(key, 'paid');
  await server.rows('update inaam.upi_payout set next_at = $2 where transfer = $1', [
    key,
    new Date(time.wall),
  ]);
  await work();
  const [payout] = await server.rows<{ state: string }>(
    'select state from inaam.upi_payout where transfer = $1',
    [key],
  );
  expect([
    payout?.state,
    (await server.debts()).filter(({ state, hasCode }) => state === 'paid' && hasCode),
  ]).toEqual(['excess', []]);
  expect(server.logged.join(' ')).toContain('after it had been given in another way');
});

test('a database that was restored finds what was paid, with and without a new request', async () => {
  for (const isAskedAgain of [true, false]) {
    const shopper = await server.winner();
    await server.confirmed(shopper);
    await work();
    const before = bank.transfers.size;
    const forget = [
      'delete from inaam.upi_payout where pseudonym = $1',
      'delete from inaam.upi_request where pseudonym = $1',
      `update inaam.upi_debt set state = 'open', attempts = 0, next_at = '-infinity' where pseudonym = $1`,
      `update inaam.message set state = 'owed', ended_at = null, reason = null, due_at = 'infinity' where pseudonym = $1`,
    ];
    const pseudonym = server.keys.pseudonymOf(server.keys.mobileIndex(shopper.mobile));
    for (const text of forget) await server.rows(text, [pseudonym]);
    if (isAskedAgain) await server.confirmed(shopper);
    else time.wall += 8 * dayMs;
    for (let minute = 0; minute < 4; minute++) {
      await work();
      time.wall += minuteMs;
    }
    expect(bank.transfers.size).toBe(before);
    expect(await server.take(10)).toEqual([]);
    expect(await server.debtOf(shopper)).toEqual({ state: 'paid', why: null });
  }
});

test('one id for a fourth number waits for people', async () => {
  bank.names.set('many@okaxis', 'M');
  const shown = [];
  for (let number = 0; number < 4; number++) {
    const shopper = await server.winner();
    await server.confirmed(shopper, 'many@okaxis');
    await work();
    shown.push((await server.shown(shopper))?.stage);
  }
  expect(shown).toEqual(['paid', 'paid', 'paid', 'review']);
  const [held] = await server.rows<{ message: string }>(
    `select message from inaam.upi_debt where why = 'manyNumbers'`,
  );
  const decide = (action: string) =>
    server.rows<{ isDone: boolean }>('select inaam.decide_upi($1, $2, $3, $4) as "isDone"', [
      server.campaign.id,
      held?.message,
      action,
      new Date(time.wall),
    ]);
  expect(await decide('pay')).toEqual([{ isDone: true }]);
  await work();
  expect(bank.paidTo().get('many@okaxis')).toBe(12);
  expect(await decide('voucher')).toEqual([{ isDone: false }]);
});

test('a hold of the review, and an erasure, stop what has not been handed over', async () => {
  const [held, erased] = [await server.winner(), await server.winner()];
  const before = bank.sends;
  await server.confirmed(held);
  await server.confirmed(erased);
  const pseudonym = server.keys.pseudonymOf(server.keys.mobileIndex(held.mobile));
  await server.rows(
    `insert into inaam.voucher_hold (campaign, pseudonym, state, at, decided_by, why)
     values ($1, $2, 'held', now(), 'asha', 'many')`,
    [server.campaign.id, pseudonym],
  );
  await server.rows('select inaam.erase_number($1, $2, now(), true)', [
    server.campaign.id,
    server.keys.mobileIndex(erased.mobile),
  ]);
  await work();
  expect(bank.sends).toBe(before);
  await server.rows(`update inaam.voucher_hold set state = 'released' where pseudonym = $1`, [
    pseudonym,
  ]);
  // What the review makes due stays held here.
  await server.rows('update inaam.message set due_at = now() where pseudonym = $1', [pseudonym]);
  expect(await server.take(10)).toEqual([]);
  time.wall += 2 * minuteMs;
  await work();
  expect(await server.shown(held)).toMatchObject({ stage: 'paid' });
  expect(
    await server.rows('select from inaam.upi_request join inaam.personal_data using (pseudonym)'),
  ).toHaveLength((await server.rows('select from inaam.upi_request')).length);
});

test('no reward has both', async () => {
  const rows = await server.rows(
    `select from inaam.voucher join inaam.upi_payout using (campaign, pseudonym, is_bonus)
     where upi_payout.state = 'paid'`,
  );
  expect(rows).toEqual([]);
});
