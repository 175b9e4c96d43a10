import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkSendBudget,
  codesPaid,
  maxOf,
  sendBudget as budget,
  unlimitedBudget,
  type BudgetRequest,
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
const unseen = { sent: none, verified: none };
const calm: SendCounts = {
  number: 0,
  site: unseen,
  provider: unseen,
  campaign: none,
  unearned: none,
  prove: none,
  withoutPurchase: none,
  purchase: undefined,
};
const registering: BudgetRequest = { isProve: false, hasProof: false, needsPurchase: false };
const every = (count: number): Counts => ({ minute: count, hour: count, day: count });
const client = (sent: number, verified = 0) => ({ sent: every(sent), verified: every(verified) });
/** From this many codes of a minute on, providers share. */
const pressed = { ...none, minute: 500 };
const paid = { minute: 10_000, hour: 80_000, day: 200_000 };
const retryAfter = { minute: 60, hour: 600, day: 3600 };

const check = (counts: Partial<SendCounts>, request: Partial<BudgetRequest> = {}) =>
  checkSendBudget({ ...calm, ...counts }, { ...registering, ...request }, budget);
const closed = (span: Span) => ({
  kind: 'overBudget',
  retryAfterSeconds: retryAfter[span],
  isProofAsked: false,
});
const proofAsked = { kind: 'overBudget', retryAfterSeconds: 60, isProofAsked: true };

test('the rupees pay for so many codes', () => {
  expect(Object.fromEntries(spans.map((span) => [span, codesPaid(budget, span)]))).toEqual(paid);
});

test.each(spans)('the rupees of a %s are never exceeded, whoever asks', (span) => {
  const pack = { sent: none, toNumber: none };
  const known = { site: client(9, 9), provider: client(9, 9), pack };
  const after = (count: number) =>
    check({ ...known, campaign: { ...none, [span]: count } }, { hasProof: true });
  expect(after(paid[span] - 1)).toMatchObject({ kind: 'withinBudget' });
  expect(after(paid[span])).toEqual(closed(span));
  expect(maxOf('campaign', budget)?.[span]).toBe(paid[span]);
});

test.each([
  ['erasure alone has a twentieth', 'prove', { isProve: true }, 0.05],
  ['requests without a pack have half', 'withoutPurchase', { needsPurchase: true }, 0.5],
] as const)('%s of each ceiling', (_, counter, request, share) => {
  for (const span of spans) {
    const after = (count: number, other: Partial<BudgetRequest>) =>
      check({ [counter]: { ...none, [span]: count } }, other);
    expect(after(share * paid[span] - 1, request)).toMatchObject({ kind: 'withinBudget' });
    expect(after(share * paid[span], request)).toEqual(closed(span));
    expect(after(share * paid[span], {})).toMatchObject({ kind: 'withinBudget' });
    expect(maxOf(counter, budget)?.[span]).toBe(share * paid[span]);
  }
});

test.each<[string, Partial<SendCounts>, Partial<BudgetRequest>, boolean]>([
  ['39 codes of a site that nobody verified', { site: client(39) }, {}, false],
  ['40 of them', { site: client(40) }, {}, true],
  ['60 of them and 20 verified ones', { site: client(80, 20) }, {}, false],
  ['ten thousand of which a third is verified', { site: client(10_000, 3400) }, {}, false],
  ['ten thousand of which fewer are', { site: client(10_000, 3300) }, {}, true],
  ['500 codes of others in a minute', { campaign: pressed }, {}, true],
  ['499 of them', { campaign: { ...pressed, minute: 499 } }, {}, false],
  ['500, at a site that verified one', { campaign: pressed, site: client(1, 1) }, {}, false],
  ['the same', { campaign: pressed, site: client(1, 1) }, { isProve: true }, true],
  ['a code to the number today', { number: 1 }, {}, true],
])('after %s, the next request %o needs a proof of work: %s', (_, counts, request, isAsked) => {
  expect(check(counts, request)).toMatchObject(isAsked ? proofAsked : { kind: 'withinBudget' });
  expect(check(counts, { ...request, hasProof: true })).toMatchObject({ kind: 'withinBudget' });
});

test.each(spans)('under pressure providers share what is left of a %s', (span) => {
  const all = paid[span];
  const after = (provider: number, { site = 0, unearned = 0, verified = 0, ofAll = 0.05 } = {}) => {
    const of = (sent: number, seen = 0) => ({
      sent: { ...none, [span]: sent },
      verified: { ...none, [span]: seen },
    });
    return check(
      {
        campaign: { ...none, [span]: ofAll * all },
        unearned: { ...none, [span]: unearned },
        provider: of(provider, verified),
        site: of(site),
      },
      { hasProof: true },
    );
  };
  const sent = { kind: 'withinBudget' };
  // A quarter is for what is not earned, and of what is left of it a provider may take a quarter.
  expect(after(all / 16 - 1)).toMatchObject(sent);
  expect(after(all / 16)).toEqual(closed(span));
  expect(after(all / 16, { ofAll: 0.0499 })).toMatchObject(sent);
  // Four providers that take all they can leave half of it, so that a fifth can take an eighth.
  expect(after(all / 32 - 1, { unearned: all / 8 })).toMatchObject(sent);
  expect(after(all / 32, { unearned: all / 8 })).toEqual(closed(span));
  // A site of a provider that has taken nothing else may take a quarter of that.
  expect(after(0, { site: all / 64 - 1 })).toMatchObject(sent);
  expect(after(0, { site: all / 64 })).toEqual(closed(span));
  // Whoever comes first from anywhere gets a code as long as anything is left.
  expect(after(0, { unearned: all / 4 - 1 })).toMatchObject(sent);
  expect(after(0, { unearned: all / 4 })).toEqual(closed(span));
  // What a provider has earned is nobody else's.
  expect(after(2 * all, { verified: all, unearned: all / 4 })).toMatchObject(sent);
});

test('an unused pack is worth more than any address: five SMS a day, one number at a time', () => {
  const worst = {
    campaign: every(9000),
    unearned: every(9000),
    withoutPurchase: every(9000),
    site: client(9000),
    provider: client(9000),
  };
  const after = (sent: Partial<Counts>, toNumber = sent) =>
    check({
      ...worst,
      purchase: { sent: { ...none, ...sent }, toNumber: { ...none, ...toNumber } },
    });
  expect(check(worst, { hasProof: true })).toEqual(closed('hour'));
  expect(after({})).toEqual({ kind: 'withinBudget', priority: 0, isEarned: true });
  expect(after({ day: 4 })).toMatchObject({ kind: 'withinBudget' });
  expect(after({ day: 5 })).toEqual(closed('day'));
  expect(after({ minute: 1 })).toMatchObject({ kind: 'withinBudget' });
  expect(after({ minute: 1 }, { minute: 0 })).toEqual(closed('minute'));
});

test.each<[string, Partial<SendCounts>, number]>([
  ['a calm site', { site: client(39) }, 0],
  ['a site that has earned it', { campaign: pressed, site: client(50, 40) }, 0],
  ['a new site under pressure', { campaign: pressed }, 1],
  ['a site that has taken much', { site: client(40) }, 2],
])('a code for %s, %o, has priority %d', (_, counts, priority) => {
  expect(check(counts, { hasProof: true })).toMatchObject({ kind: 'withinBudget', priority });
});

test('a provider has earned as many as it has verified, twice', () => {
  const isEarnedAfter = (sent: number, verified: number) =>
    check({ provider: client(sent, verified) });
  expect(isEarnedAfter(0, 0)).toMatchObject({ isEarned: false });
  expect(isEarnedAfter(2, 1)).toMatchObject({ isEarned: true });
  expect(isEarnedAfter(3, 1)).toMatchObject({ isEarned: false });
});

test('a demonstration never asks for a proof', () => {
  const counts = {
    ...calm,
    number: 99,
    campaign: every(1e6),
    site: client(1e6),
    provider: client(1e6),
  };
  expect(checkSendBudget(counts, registering, unlimitedBudget)).toMatchObject({
    kind: 'withinBudget',
    priority: 0,
  });
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
