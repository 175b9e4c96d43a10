import { expect, test } from 'vitest';
import { deliveryFacts, namedProcesses } from './operation-facts.ts';

const times = { p50: 1.2, p95: 4.2 };
const none = { p50: null, p95: null };
const facts = (waiting: number, oldestWaitingSeconds: number | null, codeSeconds = times) =>
  deliveryFacts({
    delivery: { waiting, oldestWaitingSeconds, codeSeconds, voucherSeconds: none, failures: [] },
    sms: { accepted: 1_00_000, rupees: 25_000, verifiedPerCode: null },
  });

test('says of each time how many it holds for', () => {
  expect(facts(0, null)[0]).toEqual({
    label: 'Code by SMS',
    value: 'half within 1.2\u00a0s',
    note: '95 of 100 within 4.2\u00a0s',
  });
  expect(facts(0, null)[1]).toEqual({ label: 'Voucher by SMS', value: 'none yet' });
});

test('shows the age of the oldest only while something waits', () => {
  expect(facts(0, 0)[2]).toEqual({ label: 'Waiting to be sent', value: '0' });
  expect(facts(1, 0)[2]).toMatchObject({ value: '1', note: 'the oldest for 0\u00a0s' });
  expect(facts(1, null)[2]).toEqual({ label: 'Waiting to be sent', value: '1' });
});

test('judges no share of codes if none was sent', () => {
  expect(facts(0, null)[4]).toEqual({ label: 'Codes that were typed in', value: 'none sent' });
});

test('processes are numbered where there are several of a kind, and say how they are', () => {
  const seenAt = 0;
  const named = namedProcesses([
    { kind: 'site', id: 'a', isWell: true, seenAt },
    { kind: 'site', id: 'b', isWell: false, seenAt },
    { kind: 'draw', id: 'draw', isWell: false, seenAt },
    { kind: 'delivery', id: 'c', isWell: true, seenAt },
  ]);
  expect(named.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Site 1 is well',
    'Site 2 is silent',
    'Draw does not answer',
    'Delivery is well',
  ]);
});
