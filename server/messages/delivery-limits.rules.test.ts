import { expect, test } from 'vitest';
import {
  voucherDueDay,
  sendableAge,
  unclearPausesMs,
  mayTakeNextPath,
  pathsOfVoucher,
  sendableMs,
  waitForHours,
  holdOutcome,
  refusalOutcome,
  sendingMs,
} from './delivery-limits.rules.ts';
import { failures } from '../sms/receipts/receipt-schema.ts';
import { canArrive, meaningOf } from './failure-reasons.rules.ts';

test.each([
  ['2025-05-06', '2025-05-16'],
  ['2025-08-25', '2025-09-04'],
  ['2025-12-22', '2026-01-01'],
  ['2028-02-19', '2028-02-29'],
])('[REW-3] the voucher of %s comes by %s', (rewardDay, dueDay) => {
  expect(voucherDueDay(rewardDay)).toBe(dueDay);
});

const hour = 3600;
const day = { from: 10, until: 21 };
const anyHour = undefined;
const at = (time: string) => Date.parse(`2025-06-30T${time}+05:30`);

test.each<[string, (typeof day | undefined)[], number | null, string, number | null]>([
  ['a night', [day, day], 11 * hour, '09:00', 0],
  ['a night and an hour', [day], 14 * hour, '11:01', hour],
  ['a day', [day], 2 * hour, '15:00', 2 * hour],
  ['a night, where one is sent at any hour', [day, anyHour], 9, '03:00', 9],
  ['a night of what is sent at any hour', [anyHour], 9, '03:00', 9],
  ['nothing', [day], null, '03:00', null],
])('of %s counts what could be used to send', (_, hours, seconds, time, counted) => {
  expect(sendableAge(hours, seconds, at(time))).toBe(counted);
});

test.each([
  ['accepted', false, false],
  ['refusedPermanently', false, false],
  ['refusedForNow', true, true],
  ['resting', true, true],
  ['throttled', true, false],
  ['full', true, false],
  ['unknown', true, false],
] as const)(
  '[OTP-5] after %s the next path may have a code: %j, a voucher: %j',
  (outcome, code, voucher) => {
    expect(mayTakeNextPath('otp', outcome)).toBe(code);
    expect(mayTakeNextPath('voucher', outcome)).toBe(voucher);
  },
);

const dayMs = 86_400_000;
const [first, second, third] = [{ name: 'first' }, { name: 'second' }, { name: 'third' }];
const paths = [first, second, third];

test.each([
  ['no path', null, paths],
  ['the second', { path: 'second', since: 1 }, [second]],
  ['the second a day ago', { path: 'second', since: 0 }, [first, third, second]],
  ['a path that is gone', { path: 'old', since: 1 }, paths],
])('[CAM-6] where %s may have accepted a voucher', (_, unclear, allowed) => {
  const known = unclear && { ...unclear, times: 1, reason: 'HTTP 502' };
  expect(pathsOfVoucher(paths, known, dayMs)).toEqual(allowed);
});

test('[CAM-6] a voucher is handed over three times at most without a clear answer, a code twice', () => {
  expect(unclearPausesMs.voucher).toHaveLength(3);
  expect(unclearPausesMs.otp).toHaveLength(2);
});

const hours = { from: 10, until: 21 };
const hourMs = 3_600_000;

test.each([
  ['00:00:00.000', 10 * hourMs + 60_000],
  ['09:59:59.999', 60_001],
  ['10:00:00.000', 60_000],
  ['10:00:59.999', 1],
  ['10:01:00.000', 0],
  ['15:30:00.000', 0],
  ['20:58:59.999', 0],
  ['20:59:00.000', 13 * hourMs + 2 * 60_000],
  ['21:00:00.000', 13 * hourMs + 60_000],
  ['23:59:59.999', 10 * hourMs + 60_001],
])('at %s, Indian time, a message of 10:00 to 21:00 waits for %i ms', (time, ms) => {
  expect(waitForHours(hours, at(time))).toBe(ms);
  expect(waitForHours(hours, at(time) + ms)).toBe(0);
});

const openMs = 11 * hourMs - 2 * 60_000;

test.each([
  ['within one day', at('11:00'), at('12:30'), 1.5 * hourMs],
  ['before it opens', at('08:00'), at('10:02'), 60_000],
  ['over a night', at('20:58'), at('10:03') + dayMs, 3 * 60_000],
  ['in a night', at('22:00'), at('09:00') + dayMs, 0],
  ['over midnight of UTC', at('05:29:59'), at('05:30:01'), 0],
  ['a day', at('16:00'), at('16:00') + dayMs, openMs],
  ['ten days of a night', at('23:00'), at('23:00') + 10 * dayMs, 10 * openMs],
])('of the time %s only what is inside the hours counts', (_, from, to, ms) => {
  expect(sendableMs(hours, from, to)).toBe(ms);
});

test.each([
  ['owed', undefined, false, 'inTime'],
  ['assigned', undefined, false, 'inTime'],
  ['assigned', 5, false, 'underWay'],
  ['assigned', 5, true, 'already'],
  ['sent', undefined, false, 'tooLate'],
  ['delivered', undefined, false, 'tooLate'],
  ['failed', undefined, false, 'tooLate'],
  ['settled', undefined, false, 'tooLate'],
] as const)(
  'a hold of a voucher that is %s since %s, held %s: %s',
  (state, since, held, outcome) => {
    expect(holdOutcome(state, since, held)).toBe(outcome);
  },
);

const now = 10_000_000;
const voucher = { state: 'owed', sendingSince: undefined, hold: undefined };

test.each([
  ['waiting', {}, 'refused'],
  ['sent', { state: 'sent' }, 'tooLate'],
  ['refused', { hold: 'refused', state: 'settled' }, 'already'],
  ['on its way', { state: 'assigned', sendingSince: now - sendingMs + 1 }, 'sending'],
  ['on its way for too long', { state: 'assigned', sendingSince: now - sendingMs }, 'refused'],
] as const)('a refusal of a voucher that is %s', (_, facts, outcome) => {
  expect(refusalOutcome({ ...voucher, ...facts }, now)).toBe(outcome);
});

test.each([
  ['erased', 'erased'],
  ['number not in use', 'dead'],
  ['Invalid Number', 'dead'],
  ['INVALID_DESTINATION_ADDRESS: invalid destination', 'dead'],
  ['Unknown subscriber', 'dead'],
  ['phone not reached', 'phone'],
  ['Absent Subscriber', 'phone'],
  ['handset memory exceeded', 'phone'],
  ['DND', 'setup'],
  ['Failed: NDNC number', 'setup'],
  ['DLT template not found', 'setup'],
  ['Template mismatch', 'setup'],
  ['invalid sender id', 'setup'],
  ['blocked by the operator', 'setup'],
  ['Insufficient balance', 'setup'],
  ['HTTP 401', 'setup'],
  ['no receipt', 'provider'],
  ['not delivered', 'provider'],
  ['HTTP 503', 'provider'],
  ['request timed out', 'provider'],
  ['code 4711', 'unknown'],
  ['addendum', 'unknown'],
])('“%s” is a matter of %s', (reason, cause) => {
  const found = meaningOf(reason);
  expect(found.cause).toBe(cause);
  expect(found.meaning).toMatch(/\.$/);
  expect(found.remedy === '').toBe(cause === 'erased');
  expect(canArrive(reason)).toBe(cause !== 'dead' && cause !== 'erased');
});

test('every reason of a receipt is known, and can arrive unless it is not worth another try', () => {
  for (const [kind, reason] of Object.entries(failures)) {
    expect(meaningOf(reason).cause).not.toBe('unknown');
    expect(canArrive(reason)).toBe(kind !== 'number');
  }
});
