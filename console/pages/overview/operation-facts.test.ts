import { expect, test } from 'vitest';
import { deliveryFacts, namedProcesses } from './operation-facts.ts';

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
  [1, 0, { value: '1', note: 'since just now' }],
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
    'Site 2: Silent, last seen 90\u00a0s ago',
    'Draw: Not responding, last seen just now',
    'Delivery: Running, last seen just now',
  ]);
});
