import { expect, test } from 'vitest';
import {
  changeOf,
  deliveryFacts,
  funnelOf,
  lossSentence,
  namedProcesses,
  shareOf,
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

const all = () => true;
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
  rewarded: rest,
  rupees: 0,
  sent: rest,
  delivered,
  failed: 0,
});

test('the funnel gives each step as a share of the one before', () => {
  const steps = funnelOf(total(200, 100, 80, 80, 60), all);
  expect(steps.map(({ label, count, share, size }) => [label, count, share, size])).toEqual([
    ['Devices', 200, undefined, 1],
    ['Requested an OTP', 100, '50%', 0.5],
    ['Verified', 80, '80%', 0.4],
    ['Rewarded', 80, '100%', 0.4],
    ['Delivered', 60, '75%', 0.3],
  ]);
  const known = funnelOf(
    total(200, 100, 80, 80),
    (name) => name !== 'devices' && name !== 'numbers',
  );
  expect(known.map(({ name }) => name)).toEqual(['verified', 'rewarded', 'delivered']);
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
  expect(lossSentence(funnelOf(counts, all))).toBe(sentence);
});

const times = { p50: 1.2, p95: 4.2 };
const none = { p50: null, p95: null };
const facts = (waiting: number, oldestWaitingSeconds: number | null, codeSeconds = times) =>
  deliveryFacts({
    delivery: { waiting, oldestWaitingSeconds, codeSeconds, voucherSeconds: none, failures: [] },
    sms: { accepted: 1_00_000, rupees: 25_000, verifiedPerCode: null },
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
  [2, 40, { value: '2', note: 'the oldest for 40\u00a0s' }],
])('says of %d waiting, the oldest for %s seconds, how long', (waiting, seconds, figure) => {
  expect(facts(waiting, seconds)[2]).toEqual({ label: 'Waiting to be sent', ...figure });
});

test('judges no share of codes if none was sent', () => {
  expect(facts(0, null)[4]).toMatchObject({ value: '–', note: 'none sent' });
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
