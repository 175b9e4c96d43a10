import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCounted } from '@inaam/contract/console/overview.ts';
import {
  changeOf,
  deliveryFacts,
  funnelOf,
  lossSentence,
  namedProcesses,
  poolSentence,
  answerBars,
  shareOf,
  shownMeasures,
  stockSummary,
  type Measure,
} from './measures.ts';

test.each<[Measure, number, number, string, string]>([
  ['visits', 113, 100, '+13%', 'good'],
  ['visits', 94, 100, '−6%', 'bad'],
  ['visits', 100, 100, 'No change', 'plain'],
  ['visits', 1005, 1000, '+0.5%', 'good'],
  ['visits', 10_001, 10_000, '+under 0.1%', 'good'],
  ['failed', 20, 10, '+100%', 'bad'],
  ['failed', 12, 15, '−20%', 'good'],
  ['codes', 120, 100, '+20%', 'plain'],
  ['rupees', 5, 3, '+₹2', 'plain'],
  ['visits', 5, 0, '+5', 'good'],
  ['visits', 0, 0, 'No change', 'plain'],
  ['visits', 9, 4, '+5', 'good'],
  ['visits', 0, 40, '−100%', 'bad'],
  ['visits', 1_40_000, 100, '+1,39,900', 'good'],
])('%s of %d after %d is a change of %s, which is %s', (measure, now, before, text, tone) => {
  expect(changeOf(measure, now, before)).toMatchObject({ text, tone });
});

test('a change is said in words too, with its direction', () => {
  expect(changeOf('visits', 94, 100)).toMatchObject({ words: 'down 6%', direction: 'down' });
  expect(changeOf('visits', 7, 0)).toMatchObject({ words: 'up 7', direction: 'up' });
});

test('shows no share of nothing, nor above the whole: some who win today came yesterday', () => {
  expect([shareOf(5, 0), shareOf(11, 10), shareOf(10, 10), shareOf(1, 8)]).toEqual([
    undefined,
    undefined,
    '100%',
    '12.5%',
  ]);
});

const known = isCounted({ hasClaims: false, hasReceipts: true, bonuses: null });
const all = isCounted({ hasClaims: true, hasReceipts: true, bonuses: { pools: [] } });
const total = (
  devices: number,
  numbers: number,
  verified: number,
  rest: number,
  delivered = rest,
) => ({
  visits: devices,
  devices,
  codes: numbers,
  numbers,
  verified,
  claims: verified,
  rewarded: rest,
  asked: 0,
  bonuses: 0,
  wrong: 0,
  rupees: 0,
  sent: rest,
  delivered,
  failed: 0,
});

const shown = (bars: ReturnType<typeof funnelOf>) =>
  bars.map(({ label, count, share }) => [label, count, share]);

test('the funnel gives each step as a share of what it is a part of', () => {
  const steps = funnelOf(total(200, 100, 80, 80, 60), known);
  expect(shown(steps)).toEqual([
    ['Devices', 200, undefined],
    ['Requested an OTP', 100, '50%'],
    ['Verified', 80, '80%'],
    ['Rewards', 80, '100%'],
    ['Delivered', 60, '75%'],
  ]);
  expect(steps.map(({ size }) => size)).toEqual([1, 0.5, 0.4, 0.4, 0.3]);
  const inGoa = { ...total(0, 0, 80, 80) };
  const names = funnelOf(inGoa, (name) => known(name) && name !== 'devices' && name !== 'numbers');
  expect(shown(names)[0]).toEqual(['Verified', 80, undefined]);
});

const several = {
  ...total(8, 6, 6, 8, 9),
  claims: 9,
  asked: 8,
  bonuses: 3,
  wrong: 2,
  sent: 10,
};

test('people, participations, rewards and bonuses are counted apart, and a bonus hides no loss', () => {
  const bars = funnelOf(several, all);
  expect(shown(bars)).toEqual([
    ['Devices', 8, undefined],
    ['Requested an OTP', 6, '75%'],
    ['Verified', 6, '100%'],
    ['Participations', 9, undefined],
    ['Rewards', 8, '88.9%'],
    ['Delivered', 9, '81.8%'],
  ]);
  const many = Object.fromEntries(
    Object.entries(several).map(([name, count]) => [name, count * 100]),
  );
  expect(lossSentence(funnelOf({ ...several, ...many }, all))).toMatch(
    /^Most are lost between the visit and the OTP request: 200 of 800/,
  );
  const rewarded = { ...total(900, 900, 900, 500), bonuses: 400 };
  expect(lossSentence(funnelOf(rewarded, all))).toMatch(/verification and the reward: 400 of 900/);
});

test('where no path sends receipts, the funnel ends with what was sent', () => {
  const without = isCounted({ hasClaims: false, hasReceipts: false, bonuses: null });
  expect(shown(funnelOf(total(200, 100, 80, 80, 0), without)).at(-1)).toEqual([
    'Vouchers sent',
    80,
    '100%',
  ]);
});

test('the question has its figures, and says what is left in its pool', () => {
  expect(shown(answerBars(several, all))).toEqual([
    ['Asked', 8, '100%'],
    ['Answered right', 3, '37.5%'],
    ['Answered wrong', 2, '25%'],
    ['Not answered', 3, '37.5%'],
  ]);
  // Of a question that was asked the day before.
  const late = answerBars({ ...several, asked: 1, bonuses: 2, wrong: 0 }, all);
  expect(shown(late).slice(1)).toEqual([
    ['Answered right', 2, undefined],
    ['Answered wrong', 0, '0%'],
    ['Not answered', 0, '0%'],
  ]);
  expect(
    poolSentence({
      pools: [
        { amount: 20, planned: 5000, left: 4990 },
        { amount: 40, planned: 100, left: 0 },
      ],
    }),
  ).toBe('Left in the pool: 4,990 of 5,000 bonuses of ₹20, 0 of 100 bonuses of ₹40.');
});

test.each([
  [false, true, null],
  [false, false, null],
  [true, true, null],
  [true, false, null],
  [false, true, { pools: [] }],
  [true, true, { pools: [] }],
  [true, false, { pools: [] }],
])('with claims %s, receipts %s and the question %j there are eight cards', (...has) => {
  const [hasClaims, hasReceipts, bonuses] = has;
  const cards = shownMeasures(isCounted({ hasClaims, hasReceipts, bonuses }));
  expect(cards).toHaveLength(8);
  const always = ['visits', 'verified', 'rewarded', 'rupees', 'failed'];
  expect(cards).toEqual(expect.arrayContaining(always));
  expect(cards.includes('delivered')).toBe(hasReceipts);
  expect(cards.some((name) => name === 'sent' || name === 'delivered')).toBe(true);
});

const whole = fc.nat(1000);
test('no step is ever above 100 %', () => {
  const names = Object.keys(several);
  const counts = fc
    .array(whole, { minLength: names.length, maxLength: names.length })
    .map((of) => ({ ...several, ...Object.fromEntries(names.map((name, at) => [name, of[at]])) }));
  fc.assert(
    fc.property(counts, (some) => {
      for (const { share, size, wholeSize } of [...funnelOf(some, all), ...answerBars(some, all)]) {
        expect(Number.parseFloat(share ?? '0')).toBeLessThanOrEqual(100);
        expect(Math.max(size, wholeSize)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test.each([
  ['2025-07-20', '2025-07-10', '₹10 runs out first, on 10 Jul 2025.'],
  [null, '2025-08-31', '₹10 runs out first, on 31 Aug 2025.'],
  [null, null, 'Each amount lasts until the last day.'],
])('a stock of ₹5 that lasts until %s, and of ₹10 until %s', (five, ten, text) => {
  const stock = [
    { amount: 5, free: 9, owed: 0, lastsUntil: five },
    { amount: 10, free: 9, owed: 0, lastsUntil: ten },
  ];
  expect(stockSummary(stock)).toBe(text);
});

test.each([
  [
    total(12_000, 10_300, 9096, 9096),
    'Most are lost between the visit and the OTP request: 1,700 of 12,000 (14.2%).',
  ],
  [
    total(10_400, 10_300, 9096, 9096),
    'Most are lost between the OTP request and verification: 1,204 of 10,300 (11.7%).',
  ],
  [
    total(100, 100, 100, 100, 60),
    'Most are lost between the reward and delivery: 40 of 100 (40%).',
  ],
  // More numbers than devices: several share one.
  [
    total(40, 90, 80, 80),
    'Most are lost between the OTP request and verification: 10 of 90 (11.1%).',
  ],
  [total(50, 50, 50, 50), 'Nobody is lost between these steps.'],
  [total(29, 20, 10, 10), 'Too few yet to say where most are lost.'],
  [total(1, 0, 0, 0), 'Too few yet to say where most are lost.'],
  [total(0, 0, 0, 0), 'Nobody yet in this period.'],
])('names the largest loss (%#)', (counts, sentence) => {
  expect(lossSentence(funnelOf(counts, known))).toBe(sentence);
});

const times = { p50: 1.2, p95: 4.2 };
const none = { p50: null, p95: null };
const facts = (waiting: number, oldestWaitingSeconds: number | null, codeSeconds = times) =>
  deliveryFacts({
    delivery: { waiting, oldestWaitingSeconds, codeSeconds, voucherSeconds: none, failures: [] },
    sms: { accepted: 1_00_000, rupees: 25_000 },
  });

test('gives the median and the 95th percentile of delivery times', () => {
  expect(facts(0, null)[0]).toEqual({
    label: 'OTP delivery time',
    value: 'median 1.2\u00a0s',
    note: 'p95 4.2\u00a0s',
  });
  expect(facts(0, null)[1]).toEqual({
    label: 'Voucher delivery time',
    value: '–',
    note: 'none yet',
  });
});

test.each([
  [0, 0, { value: '0' }],
  [1, null, { value: '1' }],
  [1, 0, { value: '1', note: 'for under 1\u00a0s' }],
  [1, 40, { value: '1', note: 'for 40\u00a0s' }],
  [2, 40, { value: '2', note: 'oldest: 40\u00a0s' }],
])('says of %d waiting, the oldest for %s seconds, how long', (waiting, seconds, figure) => {
  expect(facts(waiting, seconds)[2]).toEqual({ label: 'Waiting to be sent', ...figure });
});

test('processes are numbered where there are several of a kind, and say how they are', () => {
  const now = 100_000;
  const named = namedProcesses(
    [
      { kind: 'site', id: 'a', isWell: true, seenAt: now - 3200 },
      { kind: 'site', id: 'b', isWell: false, seenAt: now - 90_000 },
      { kind: 'draw', id: 'draw', isWell: false, seenAt: now },
      { kind: 'delivery', id: 'c', isWell: true, seenAt: now + 500 },
    ],
    now,
  );
  expect(named.map(({ name, state, seen }) => `${name}: ${state}, ${seen}`)).toEqual([
    'Site 1: Running, last seen 3\u00a0s ago',
    'Site 2: Not responding, last seen 90\u00a0s ago',
    'Draw: Not working, checked just now',
    'Delivery: Running, last seen just now',
  ]);
});
