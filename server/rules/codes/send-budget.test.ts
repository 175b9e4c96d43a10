import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  affordCode,
  codesPaid,
  difficulties,
  sendBudget as budget,
  unlimitedBudget,
} from './send-budget.ts';
import {
  campaignCounters,
  countersOfSend,
  countIn,
  counterWindowsMs,
  fullMsOf,
  SendTally,
  windowStart,
  type CounterKind,
  type SendCounts,
} from './send-counters.ts';

const calm: SendCounts = {
  address: 0,
  block: 0,
  minute: 0,
  hour: 0,
  day: 0,
  recent: 0,
  verified: 0,
};
const [minute, hour, day] = [10_000, 80_000, 200_000];
/** Settled codes: none of the last minute. */
const settled = (recent: number, verified: number) => ({ recent, verified });

test('the rupees pay for so many codes', () => {
  expect([
    codesPaid(budget, 'minute'),
    codesPaid(budget, 'hour'),
    codesPaid(budget, 'day'),
  ]).toEqual([minute, hour, day]);
});

test.each<[string, Partial<SendCounts>, number | undefined]>([
  ['nothing sent', {}, undefined],
  ['29 codes to an IPv4 address', { address: 29 }, undefined],
  ['30 codes to an IPv4 address', { address: 30 }, 1],
  ['119.9 codes to an IPv4 address', { address: 119.9 }, 1],
  ['120 codes to an IPv4 address', { address: 120 }, 4],
  ['a hundred thousand codes to an IPv4 address', { address: 100_000 }, 4],
  ['19 codes to a block', { block: 19 }, undefined],
  ['20 codes to a block', { block: 20 }, 4],
  ['59 codes to a block', { block: 59 }, 4],
  ['60 codes to a block', { block: 60 }, 16],
  ['399 codes in a minute', { minute: 399 }, undefined],
  ['400 codes in a minute', { minute: 400 }, 1],
  ['1,999 codes in a minute', { minute: 1999 }, 1],
  ['2,000 codes in a minute', { minute: 2000 }, 4],
  ['5,999 codes in a minute', { minute: 5999 }, 4],
  ['6,000 codes in a minute', { minute: 6000 }, 16],
  ['199 codes, none verified', settled(199, 0), undefined],
  ['200 codes, half of them verified', settled(200, 100), undefined],
  ['200 codes, less than half verified', settled(200, 99), 4],
  ['499 codes, none verified', settled(499, 0), 4],
  ['500 codes, a quarter verified', settled(500, 125), 4],
  ['500 codes, less than a quarter verified', settled(500, 124), 16],
  [
    '300 codes of the last minute, which are not judged yet',
    { recent: 300, minute: 300 },
    undefined,
  ],
  ['the highest of several', { address: 30, block: 60 }, 16],
])('after %s, the next one needs a proof of %s', (_, counts, difficulty) => {
  const afforded = affordCode({ ...calm, ...counts }, 'ipv4', 0, budget);
  expect(afforded).toEqual(
    difficulty === undefined
      ? { kind: 'afforded', pressure: 'none' }
      : { kind: 'unaffordable', difficulty, retryAfterSeconds: 60 },
  );
});

test.each([
  [5, undefined],
  [6, 1],
  [23, 1],
  [24, 4],
])('after %d codes to an IPv6 network, the next one needs a proof of %s', (address, difficulty) => {
  const afforded = affordCode({ ...calm, address }, 'ipv6', 0, budget);
  expect('difficulty' in afforded ? afforded.difficulty : undefined).toBe(difficulty);
});

test.each([
  ['minute', minute, 60],
  ['hour', hour, 600],
  ['day', day, 3600],
] as const)('the rupees of a %s end with code %d, whatever is proven', (span, most, wait) => {
  const after = (count: number) => affordCode({ ...calm, [span]: count }, 'ipv4', 16, budget);
  expect(after(most - 1)).toMatchObject({ kind: 'afforded' });
  expect(after(most)).toEqual({
    kind: 'unaffordable',
    difficulty: undefined,
    retryAfterSeconds: wait,
  });
});

test.each([
  [1, 0, false],
  [1, 1, true],
  [4, 1, true],
  [4, 4, true],
  [16, 1, false],
  [16, 4, true],
  [16, 16, true],
] as const)(
  'where %d is asked for, a proof of %d is enough: %s (the price may have risen since)',
  (asked, proven, isEnough) => {
    const counts = { ...calm, minute: { 1: 400, 4: 2000, 16: 6000 }[asked] };
    expect(affordCode(counts, 'ipv4', proven, budget).kind === 'afforded').toBe(isEnough);
  },
);

test.each<[string, Partial<SendCounts>, string]>([
  ['29 codes to its address and 19 to its block', { address: 29, block: 19 }, 'none'],
  ['30 codes to its address', { address: 30 }, 'sender'],
  ['20 codes to its block', { block: 20 }, 'sender'],
  ['399 codes in a minute', { minute: 399 }, 'none'],
  ['400 codes in a minute', { minute: 400 }, 'campaign'],
  ['200 codes, less than half verified', settled(200, 99), 'campaign'],
  ['400 codes in a minute, 30 of them to its address', { minute: 400, address: 30 }, 'sender'],
])('a code that is proven after %s is under this pressure: %3$s', (_, counts, pressure) => {
  const afforded = affordCode({ ...calm, ...counts }, 'ipv4', 16, budget);
  expect(afforded).toEqual({ kind: 'afforded', pressure });
});

test('no address and no block is ever refused with the hardest proof', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom('ipv4', 'ipv6'), (address, block, kind) => {
      expect(affordCode({ ...calm, address, block }, kind, 16, budget).kind).toBe('afforded');
    }),
  );
});

const start = 1_750_000_200_000;
const stored = { startedAt: start, count: 10, countBefore: 30 };
const span = counterWindowsMs.address;

test.each([
  [0, 40],
  [0.5, 25],
  [0.999, 10.03],
  [1, 10],
  [1.5, 5],
  [2, 0],
  [9, 0],
  [-1, 40],
])('a counter of 10 after 30, %d windows after its start, counts %d', (windows, count) => {
  expect(countIn(stored, 'address', start + windows * span)).toBeCloseTo(count, 5);
});

test('the estimate of a window is never less than what its own window holds', () => {
  fc.assert(
    fc.property(fc.nat(999), fc.nat(999), fc.nat(span - 1), (count, countBefore, age) => {
      const counter = { startedAt: start, count, countBefore };
      expect(countIn(counter, 'address', start + age)).toBeGreaterThanOrEqual(count);
    }),
  );
});

test('the codes of one batch count for those after them', () => {
  const tally = new SendTally(
    new Map([['minute', { startedAt: start, count: 398, countBefore: 0 }]]),
  );
  const own = { address: 'address:a', block: 'block:b' };
  const asked = () => affordCode(tally.countsOf(own, start), 'ipv4', 0, budget).kind;
  expect(asked()).toBe('afforded');
  tally.addSend(own);
  expect(asked()).toBe('afforded');
  tally.addSend({ address: 'address:c', block: 'block:d' });
  expect(asked()).toBe('unaffordable');
  expect(tally.countsOf(own, start)).toMatchObject({ address: 1, block: 1, minute: 400, day: 2 });
});

test('each difficulty is asked for by some price', () => {
  const prices = [...budget.minutePrices, ...budget.blockPrices, ...budget.conversionPrices];
  expect(new Set(prices.map(({ difficulty }) => difficulty))).toEqual(new Set(difficulties));
});

test.each(['ipv4', 'ipv6'] as const)('a demonstration never asks for a proof over %s', (kind) => {
  const many = { address: 1e6, block: 1e6, minute: 1e6, hour: 1e6, day: 1e6, recent: 1e7 };
  expect(affordCode({ ...calm, ...many }, kind, 0, unlimitedBudget)).toEqual({
    kind: 'afforded',
    pressure: 'none',
  });
});

test.each<[CounterKind, number]>([
  ['address', 10],
  ['block', 60],
  ['minute', 1],
  ['hour', 60],
  ['day', 1440],
  ['recent', 10],
  ['verified', 10],
])('the window of %s is %i minutes long', (kind, minutes) => {
  const from = 1440 * 60_000 * 20_000;
  const lengthMs = minutes * 60_000;
  expect([0, lengthMs - 1, lengthMs].map((ms) => windowStart(kind, from + ms) - from)).toEqual([
    0,
    0,
    lengthMs,
  ]);
});

test('each count is that of its counter, and a code adds to all but the verified ones', () => {
  const own = { address: 'address:a', block: 'block:b' };
  const names = ['address:a', 'block:b', ...campaignCounters];
  const counters = names.map((name, at) => ({ name, count: at + 1 }));
  const tally = new SendTally(
    new Map(counters.map(({ name, count }) => [name, { startedAt: start, count, countBefore: 0 }])),
  );
  const before = { address: 1, block: 2, minute: 3, hour: 4, day: 5, recent: 6, verified: 7 };
  expect(tally.countsOf(own, start)).toEqual(before);
  tally.addSend(own);
  const after = { address: 2, block: 3, minute: 4, hour: 5, day: 6, recent: 7, verified: 7 };
  expect(tally.countsOf(own, start)).toEqual(after);
  expect(countersOfSend(own)).toEqual(
    names.slice(0, -1).map((name) => ({ kind: name.replace(/:.*/, ''), name })),
  );
  expect(new SendTally(new Map()).countsOf(own, start)).toEqual(calm);
});

test('a counter is full for as long as is said, and not a moment longer', () => {
  const counts = fc.nat(30);
  fc.assert(
    fc.property(
      counts,
      counts,
      fc.integer({ min: 1, max: 20 }),
      fc.nat(3 * counterWindowsMs.session),
      (count, countBefore, most, after) => {
        const counter = { startedAt: 0, count, countBefore };
        const fullMs = fullMsOf(counter, 'session', most, after);
        const isFullAt = (now: number) => countIn(counter, 'session', now) >= most;
        expect(isFullAt(after)).toBe(fullMs > 0);
        expect(isFullAt(after + fullMs)).toBe(false);
        if (fullMs > 2) expect(isFullAt(after + fullMs - 3)).toBe(true);
      },
    ),
  );
});
