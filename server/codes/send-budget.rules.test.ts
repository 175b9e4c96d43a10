import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkSendBudget,
  codesPaid,
  difficulties,
  sendBudget as budget,
  unlimitedBudget,
  type Scope,
  type SendCounts,
  countsIn,
  fullMsOf,
  SendTally,
  spanMs,
  spans,
  type Counts,
  type Span,
} from './send-budget.rules.ts';

const none: Counts = { minute: 0, hour: 0, day: 0 };
const calm: SendCounts = {
  number: 0,
  address: none,
  network: none,
  provider: none,
  block: none,
  campaign: none,
  unpriced: none,
  verified: none,
};
type Asked = Partial<Record<keyof SendCounts, Partial<Counts>>> | { number: number };
const countsOf = (asked: Asked): SendCounts => ({
  ...calm,
  ...Object.fromEntries(
    Object.entries(asked).map(([name, counts]) => [
      name,
      typeof counts === 'number' ? counts : { ...none, ...counts },
    ]),
  ),
});
const paid = { minute: 10_000, hour: 80_000, day: 200_000 };

test('the rupees pay for so many codes', () => {
  expect(Object.fromEntries(spans.map((span) => [span, codesPaid(budget, span)]))).toEqual(paid);
});

test.each<[string, Asked, number | undefined]>([
  ['nothing', {}, undefined],
  ['a code of the day for the number', { number: 1 }, 4],
  ['two of them', { number: 2 }, 8],
  ['eleven of them', { number: 11 }, 32],
  ['a hundred of them', { number: 100 }, 64],
  ['39.9 codes of an hour from an address', { address: { hour: 39.9 } }, undefined],
  ['40 of them', { address: { hour: 40 } }, 1],
  ['79.9 of them', { address: { hour: 79.9 } }, 1],
  ['80 of them', { address: { hour: 80 } }, 2],
  ['160 of them', { address: { hour: 160 } }, 4],
  ['20,480 of them', { address: { hour: 20_480 } }, 512],
  ['a million of them', { address: { hour: 1e6 } }, 512],
  ['120 codes of a day from an address', { address: { day: 120 } }, 1],
  ['240 of them', { address: { day: 240 } }, 2],
  ['160 codes of an hour from a /24', { network: { hour: 160 } }, 1],
  ['960 codes of a day from a /24', { network: { day: 960 } }, 2],
  ['2,000 codes of an hour from a /16', { provider: { hour: 2000 } }, 1],
  ['a million of them', { provider: { hour: 1e6 } }, 64],
  ['4 codes of an hour to a block', { block: { hour: 4 } }, undefined],
  ['5 of them', { block: { hour: 5 } }, 1],
  ['20 codes of a day to a block', { block: { day: 20 } }, 2],
  ['399 codes in a minute', { unpriced: { minute: 399 } }, undefined],
  ['400 of them', { unpriced: { minute: 400 } }, 1],
  ['6,400 of them', { unpriced: { minute: 6400 } }, 16],
  ['8,000 codes in an hour', { unpriced: { hour: 8000 }, verified: { hour: 8000 } }, 1],
  ['40,000 codes in a day', { unpriced: { day: 40_000 } }, 2],
  ['6,400 codes in a minute of senders that pay', { campaign: { minute: 6400 } }, undefined],
  ['the same, for one that pays', { campaign: { minute: 6400 }, network: { hour: 160 } }, 16],
  ['2,000 codes of such, none verified', { campaign: { hour: 2000 } }, undefined],
  ['the same, for one that pays too', { campaign: { hour: 2000 }, address: { hour: 40 } }, 64],
  ['199 codes, none verified', { unpriced: { hour: 199 } }, undefined],
  [
    '200 codes, half of them verified',
    { unpriced: { hour: 200 }, verified: { hour: 100 } },
    undefined,
  ],
  ['200 codes, fewer verified', { unpriced: { hour: 200 }, verified: { hour: 99 } }, 4],
  ['500 codes, a quarter verified', { unpriced: { hour: 500 }, verified: { hour: 125 } }, 4],
  ['500 codes, fewer verified', { unpriced: { hour: 500 }, verified: { hour: 124 } }, 16],
  ['2,000 codes, fewer verified', { unpriced: { hour: 2000 }, verified: { hour: 499 } }, 64],
  [
    '300 codes of the last minute, not judged yet',
    { unpriced: { hour: 300, minute: 300 } },
    undefined,
  ],
  ['the highest of several', { address: { hour: 40 }, block: { hour: 80 } }, 16],
])('after %s, the next one needs a proof: %o, %s', (_, asked, difficulty) => {
  expect(checkSendBudget(countsOf(asked), 'ipv4', 0, budget)).toMatchObject(
    difficulty === undefined
      ? { kind: 'withinBudget', pressure: 'none' }
      : { kind: 'overBudget', difficulty, retryAfterSeconds: 60 },
  );
});

test.each([
  [7, undefined],
  [8, 1],
  [16, 2],
])('after %d codes of an hour from an IPv6 network of /64: %s', (hour, difficulty) => {
  const budgetVerdict = checkSendBudget(countsOf({ address: { hour } }), 'ipv6', 0, budget);
  expect('difficulty' in budgetVerdict ? budgetVerdict.difficulty : undefined).toBe(difficulty);
});

const scopes: [keyof SendCounts, Scope, Counts][] = [
  ['address', 'ipv4', { minute: 200, hour: 1600, day: 4000 }],
  ['address', 'ipv6', { minute: 20, hour: 160, day: 400 }],
  ['network', 'network', { minute: 400, hour: 3200, day: 8000 }],
  ['provider', 'provider', { minute: 4000, hour: 32_000, day: 80_000 }],
  ['block', 'block', { minute: 200, hour: 1600, day: 4000 }],
];
const retryAfter = { minute: 60, hour: 600, day: 3600 };

test.each(scopes.flatMap((scope) => spans.map((span) => [...scope, span] as const)))(
  'under pressure the %s (%s) has its share of each ceiling, whatever is proven: %o, of a %s',
  (name, scope, shares, span) => {
    const kind = scope === 'ipv6' ? 'ipv6' : 'ipv4';
    const after = (count: number, ofAll: number) =>
      checkSendBudget(
        countsOf({ [name]: { [span]: count }, campaign: { [span]: ofAll * paid[span] } }),
        kind,
        512,
        budget,
      );
    const refused = {
      kind: 'overBudget',
      difficulty: undefined,
      retryAfterSeconds: retryAfter[span],
    };
    expect(after(shares[span] - 1, 0.05)).toMatchObject({ kind: 'withinBudget' });
    expect(after(shares[span], 0.05)).toEqual(refused);
    // Before, thousands of people behind one address only pay more.
    expect(after(shares[span], 0.0499)).toMatchObject({ kind: 'withinBudget' });
  },
);

test.each(spans)('the last fifth of a %s is kept for newcomers', (span) => {
  const after = (count: number, others: Asked = {}) =>
    checkSendBudget(countsOf({ campaign: { [span]: count }, ...others }), 'ipv4', 512, budget);
  const refused = {
    kind: 'overBudget',
    difficulty: undefined,
    retryAfterSeconds: retryAfter[span],
  };
  const kept = 0.8 * paid[span];
  for (const known of [{ number: 1 }, { address: { day: 0.01 } }]) {
    expect(after(kept - 1, known)).toMatchObject({ kind: 'withinBudget', isNewcomer: false });
    expect(after(kept, known)).toEqual(refused);
  }
  expect(after(kept)).toMatchObject({ kind: 'withinBudget', isNewcomer: true });
  expect(after(paid[span] - 1)).toMatchObject({ kind: 'withinBudget', isNewcomer: true });
  expect(after(paid[span])).toEqual(refused);
});

test.each([
  [1, 0, false],
  [1, 1, true],
  [4, 1, true],
  [16, 2, false],
  [16, 4, true],
  [64, 8, false],
  [64, 16, true],
] as const)(
  'where %d is asked for, a proof of %d is enough: %s (the price may have risen since)',
  (asked, proven, isEnough) => {
    const counts = countsOf({ block: { hour: 5 * asked } });
    expect(checkSendBudget(counts, 'ipv4', proven, budget).kind === 'withinBudget').toBe(isEnough);
  },
);

test.each<[string, Asked, string]>([
  [
    '39 codes to its address and 4 to its block',
    { address: { hour: 39 }, block: { hour: 4 } },
    'none',
  ],
  ['40 codes to its address', { address: { hour: 40 } }, 'sender'],
  ['160 codes to its network', { network: { hour: 160 } }, 'sender'],
  ['5 codes to its block', { block: { hour: 5 } }, 'sender'],
  ['one code to its number', { number: 1 }, 'none'],
  ['2,000 codes to its provider', { provider: { hour: 2000 } }, 'campaign'],
  ['400 codes in a minute', { unpriced: { minute: 400 } }, 'campaign'],
  ['200 codes, none verified', { unpriced: { hour: 200 } }, 'campaign'],
  ['both', { unpriced: { minute: 400 }, address: { hour: 40 } }, 'sender'],
])('a code that is proven after %s is under this pressure: %3$s', (_, asked, pressure) => {
  const budgetVerdict = checkSendBudget(countsOf(asked), 'ipv4', 16, budget);
  expect(budgetVerdict).toMatchObject({ kind: 'withinBudget', pressure });
});

test('without pressure nobody is refused with the hardest proof', () => {
  const counts = fc.record({ minute: fc.nat(), hour: fc.nat(), day: fc.nat() });
  const sender = fc.record({ address: counts, network: counts, provider: counts, block: counts });
  fc.assert(
    fc.property(sender, fc.nat(12), fc.constantFrom('ipv4', 'ipv6'), (own, number, kind) => {
      expect(checkSendBudget({ ...calm, ...own, number }, kind, 512, budget).kind).toBe(
        'withinBudget',
      );
    }),
  );
});

test('a price is a difficulty that exists, and doubles with the count', () => {
  const priceAfter = (hour: number) => {
    const budgetVerdict = checkSendBudget(countsOf({ address: { hour } }), 'ipv4', 0, budget);
    return budgetVerdict.kind === 'overBudget' ? budgetVerdict.difficulty : undefined;
  };
  expect(difficulties.map((times) => priceAfter(40 * times))).toEqual([...difficulties]);
});

test.each(['ipv4', 'ipv6'] as const)('a demonstration never asks for a proof over %s', (kind) => {
  const many = { minute: 1e6, hour: 1e6, day: 1e6 };
  const all = Object.fromEntries(Object.keys(calm).map((name) => [name, many]));
  expect(checkSendBudget({ ...calm, ...all, number: 1e6 }, kind, 0, unlimitedBudget)).toMatchObject(
    {
      kind: 'withinBudget',
      pressure: 'none',
    },
  );
});

const start = spanMs.day * 20_000;
const window = { count: 10, before: 30 };
const stored = { at: start, minute: window, hour: window, day: window };

test.each(
  spans.flatMap((span) =>
    [
      [0, 40],
      [0.5, 25],
      [0.999, 10.03],
      [1, 10],
      [1.5, 5],
      [2, 0],
      [9, 0],
      [-0.1, 40],
    ].map(([windows = 0, count = 0]) => [span, windows, count] as const),
  ),
)('a counter of 10 in a %s after 30, %d windows later, counts %d', (span, windows, count) => {
  expect(countsIn(stored, start + windows * spanMs[span])[span]).toBeCloseTo(count, 5);
});

test('the estimate of a window is never less than what its own window holds', () => {
  const anySpan = fc.constantFrom<Span>(...spans);
  fc.assert(
    fc.property(
      anySpan,
      fc.nat(999),
      fc.nat(999),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (span, count, before, age) => {
        const counter = { ...stored, [span]: { count, before } };
        expect(countsIn(counter, start + age * spanMs[span])[span]).toBeGreaterThanOrEqual(count);
      },
    ),
  );
});

test('the codes of one batch count for those after them', () => {
  const tally = new SendTally(new Map([['a', stored]]));
  tally.add(['a', 'b']);
  tally.add(['b']);
  expect(tally.countsOf('a', start)).toEqual({ minute: 41, hour: 41, day: 41 });
  expect(tally.countsOf('b', start)).toEqual({ minute: 2, hour: 2, day: 2 });
  expect(tally.countsOf('c', start)).toEqual(none);
});

test('a counter is full for as long as is said, and not a moment longer', () => {
  const counts = fc.nat(30);
  fc.assert(
    fc.property(
      counts,
      counts,
      fc.integer({ min: 1, max: 20 }),
      fc.nat(3 * spanMs.hour),
      (count, before, max, after) => {
        const counter = { ...stored, at: 0, hour: { count, before } };
        const fullMs = fullMsOf(counter, max, after);
        const isFullAt = (now: number) => countsIn(counter, now).hour >= max;
        expect(isFullAt(after)).toBe(fullMs > 0);
        expect(isFullAt(after + fullMs)).toBe(false);
        if (fullMs > 2) expect(isFullAt(after + fullMs - 3)).toBe(true);
      },
    ),
  );
});
