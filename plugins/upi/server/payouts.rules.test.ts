import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterFailure, quietMs, stepOf, type PayoutState, type Seen } from './payouts.rules.ts';

const now = 1_800_000_000_000;
const failed: Seen = { kind: 'failed', cause: 'bank' };
const reversed: Seen = { kind: 'reversed', cause: 'bank' };

test.each<[PayoutState, Seen['kind'], PayoutState]>([
  ['sending', 'unclear', 'sending'],
  ['sending', 'absent', 'sending'],
  ['sending', 'pending', 'pending'],
  ['sending', 'paid', 'paid'],
  ['sending', 'failed', 'failed'],
  ['pending', 'absent', 'pending'],
  ['pending', 'paid', 'paid'],
  ['pending', 'reversed', 'reversed'],
  ['paid', 'pending', 'paid'],
  ['paid', 'absent', 'paid'],
  ['paid', 'failed', 'reversed'],
  ['paid', 'reversed', 'reversed'],
  ['failed', 'pending', 'failed'],
  ['failed', 'unclear', 'failed'],
  ['failed', 'paid', 'paid'],
  ['reversed', 'pending', 'reversed'],
])('%s is, when the provider says %s, %s', (state, kind, next) => {
  const seen = kind === 'failed' ? failed : kind === 'reversed' ? reversed : { kind };
  expect(stepOf({ state, sentAt: now, asks: 0 }, seen as Seen, now).state).toBe(next);
});

test('only what the provider has never known is handed over again, and not before it is quiet', () => {
  const absent: Seen = { kind: 'absent' };
  const stepAt = (state: PayoutState, at: number) =>
    stepOf({ state, sentAt: now, asks: 0 }, absent, at).send;
  expect([stepAt('sending', now + quietMs - 1), stepAt('sending', now + quietMs)]).toEqual([
    undefined,
    true,
  ]);
  expect(stepAt('pending', now + 10 * quietMs)).toBeUndefined();
});

test.each([
  ['wrongId', 1, { kind: 'ask' }],
  ['refused', 1, { kind: 'voucher' }],
  ['balance', 1, { kind: 'retry', at: now + 1_800_000 }],
  ['bank', 3, { kind: 'retry', at: now + 3 * 1_800_000 }],
  ['bank', 6, { kind: 'voucher' }],
  ['wrongId', 6, { kind: 'voucher' }],
] as const)('after %s at the attempt %i comes %o', (cause, attempt, next) => {
  expect(afterFailure({ cause, attempt }, now, now + 86_400_000)).toEqual(next);
});

test('nothing is tried again after the day of the voucher', () => {
  expect(afterFailure({ cause: 'bank', attempt: 1 }, now, now + 60_000)).toEqual({
    kind: 'voucher',
  });
});

// A provider that takes each key once, and a payer that dies, forgets and hears late.
type Real = { state: 'pending' | 'paid' | 'failed' | 'reversed' };
const events = fc.constantFrom(
  'send',
  'sendLost',
  'ask',
  'askUnclear',
  'die',
  'wait',
  'pay',
  'fail',
  'reverse',
  'restore',
);

test('whatever happens in whatever order, no debt has two payments at once', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 80 }), (happened) => {
      const bank = new Map<number, Real>();
      let at = now;
      const begun = () => ({ state: 'sending' as PayoutState, sentAt: at, asks: 0, attempt: 1 });
      let payout = begun();
      const seenOf = (key: number): Seen => {
        const real = bank.get(key);
        if (!real) return { kind: 'absent' };
        return real.state === 'failed' || real.state === 'reversed'
          ? { kind: real.state, cause: 'bank' }
          : { kind: real.state };
      };
      const hear = (seen: Seen) => {
        const step = stepOf(payout, seen, at);
        payout = { ...payout, state: step.state, asks: payout.asks + 1 };
        if (step.send) send();
        if (
          step.cause &&
          afterFailure({ ...payout, cause: step.cause }, at, Infinity).kind === 'retry'
        ) {
          payout = { ...begun(), attempt: payout.attempt + 1 };
        }
      };
      // The key is the attempt, so a repeated call is not another payment.
      const send = () => {
        payout = { ...payout, sentAt: at };
        if (!bank.has(payout.attempt)) bank.set(payout.attempt, { state: 'pending' });
      };
      const become = (from: Real['state'], state: Real['state']) => {
        const real = [...bank.values()].findLast((one) => one.state === from);
        if (real) real.state = state;
      };
      for (const event of happened) {
        at += 1000;
        if (event === 'send' && payout.state === 'sending') {
          send();
          hear(seenOf(payout.attempt));
        } else if (event === 'sendLost' && payout.state === 'sending') send();
        else if (event === 'ask') hear(seenOf(payout.attempt));
        else if (event === 'askUnclear') hear({ kind: 'unclear' });
        else if (event === 'wait') at += quietMs;
        else if (event === 'pay') become('pending', 'paid');
        else if (event === 'fail') become('pending', 'failed');
        else if (event === 'reverse') become('paid', 'reversed');
        else if (event === 'restore') payout = begun();
        const live = [...bank.values()].filter(
          ({ state }) => state === 'paid' || state === 'pending',
        );
        expect(live.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});
