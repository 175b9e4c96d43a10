// RazorpayX, from the id to the bank: what is not the same as with the other provider.
import { afterAll, expect, test } from 'vitest';
import { razorpayxHook } from '../testing/fake-razorpayx.ts';
import { payingServer } from '../testing/paying-server.ts';

const server = await payingServer('razorpayx');
const { app, bank, payer, time, work } = server;
afterAll(() => server.close());

const minuteMs = 60_000;

test.each(['lost', 'broken', 'down', 'busy'] as const)(
  'after an answer that is %s, one payout is made',
  async (habit) => {
    bank.outcome = { state: 'paid', code: '' };
    const shopper = await server.winner();
    const before = bank.transfers.size;
    bank.habits = [habit];
    await server.confirmed(shopper);
    await work(4, minuteMs);
    expect(await server.debtOf(shopper)).toEqual({ state: 'paid', why: null });
    expect(bank.transfers.size).toBe(before + 1);
  },
);

test('an id that nobody has is wrong, and a number names no id', async () => {
  const shopper = await server.winner();
  for (const upiId of ['nobody@okaxis', '']) {
    await shopper.call('askPayout', { upiId });
    await payer.nameRequests();
    expect(await server.shown(shopper)).toMatchObject({ stage: 'wrong' });
  }
});

test('without money nothing is queued, and it is tried again', async () => {
  bank.outcome = { state: 'paid', code: '' };
  const { balance } = bank;
  bank.balance = 1;
  const shopper = await server.winner();
  await server.confirmed(shopper);
  await work(4, minuteMs);
  expect(await server.debtOf(shopper)).toEqual({ state: 'open', why: 'balance' });
  expect(await server.provider.readBalance()).toBe(1);
  bank.balance = balance;
  time.wall += 30 * minuteMs;
  await work(4, minuteMs);
  expect(await server.debtOf(shopper)).toEqual({ state: 'paid', why: null });
});

test('a web hook of its own signature has it asked at once', async () => {
  bank.outcome = { state: 'pending', code: '' };
  const shopper = await server.winner();
  await server.confirmed(shopper);
  await payer.work();
  await server.rows('update inaam.upi_payout set next_at = $1', [new Date(time.wall + 86_400_000)]);
  const transfer = [...bank.transfers.values()].at(-1);
  if (!transfer) throw new Error('Failed to pay: the provider knows no transfer.');
  bank.become(transfer.key, 'paid');
  await app.inject(razorpayxHook(transfer, 'another secret'));
  await payer.work();
  expect((await server.debtOf(shopper)).state).toBe('paying');
  await app.inject(razorpayxHook(transfer));
  await payer.work();
  expect((await server.debtOf(shopper)).state).toBe('paid');
});

test('refused credentials are told to the operator', async () => {
  bank.always = 'forbidden';
  await payer.readAccount();
  bank.always = undefined;
  expect(server.logged).toContain(
    'RazorpayX refuses the credentials or the address of this machine.',
  );
});
