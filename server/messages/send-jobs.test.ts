import { expect, test } from 'vitest';
import { validUntil } from '../vouchers/send-voucher.job.ts';
import type { CodeMessage } from './messages.sql.ts';
import { verdictOfCode } from './send-otp.job.ts';
import { safeReason } from './send-sms.job.ts';

test.each([
  ['barred', 'barred'],
  ['ESME_RINVDSTADR 11', 'ESME_RINVDSTADR 11'],
  ['no such number +91 98765 43210', 'no such number +#'],
  ['code 482-913 to 9876543210.', 'code # to #.'],
  ['98765\u00a043210 is barred', '# is barred'],
  ['9 8 7 6 5  4 3 2 1 0, (987) 654-3210 or 98.765/43210', '# or #'],
  ['x'.repeat(300), 'x'.repeat(100)],
  ['two\nlines\u0000', 'two lines '],
])('a provider’s reason %j is stored as %j', (reason, stored) => {
  expect(safeReason(reason)).toBe(stored);
});

const now = 1_000_000;
const good: CodeMessage = {
  id: 'm',
  attempts: 1,
  until: 0,
  unclear: null,
  userKey: 'u',
  mobileIndex: Buffer.alloc(32),
  guardedAt: null,
  isCurrent: true,
  codeSealed: Buffer.from('code'),
  mobileSealed: Buffer.from('mobile'),
  expiresAt: now + 1,
  isUsed: false,
};

test.each<[Partial<CodeMessage>, object]>([
  [{}, { kind: 'send' }],
  [{ expiresAt: now }, { kind: 'lapse', reason: 'expired' }],
  [{ expiresAt: null }, { kind: 'lapse', reason: 'expired' }],
  [{ isUsed: true }, { kind: 'lapse', reason: 'used' }],
  [{ isCurrent: false }, { kind: 'lapse', reason: 'replaced' }],
  [{ codeSealed: null }, { kind: 'lapse', reason: 'wiped' }],
  [{ mobileSealed: null }, { kind: 'lapse', reason: 'wiped' }],
])('[OTP-5] a code with %o: %o', (change, verdict) => {
  expect(verdictOfCode({ ...good, ...change }, now)).toMatchObject(verdict);
});

test.each([
  ['2025-05-05T18:29:59Z', '5 May 2026'],
  ['2025-05-05T18:30:00Z', '6 May 2026'],
  ['2025-09-15T18:29:59Z', '15 September 2026'],
  ['2028-02-28T18:30:00Z', '28 February 2029'],
  ['2025-12-31T18:30:00Z', '1 January 2027'],
])('[CAM-6] a code bound at %s is valid until %s, Indian time', (at, until) => {
  expect(validUntil(Date.parse(at), 'en')).toBe(until);
});

test.each([
  ['en-IN', '6 May 2026'],
  ['hi', '06-05-2026'],
  ['ml', '06-05-2026'],
])('[CAM-6] in %s the day is %s: a variable takes Latin letters and digits', (language, until) => {
  expect(validUntil(Date.parse('2025-05-05T18:30:00Z'), language)).toBe(until);
});
