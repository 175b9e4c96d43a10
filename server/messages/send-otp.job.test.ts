import { expect, test } from 'vitest';
import type { CodeMessage } from './messages.sql.ts';
import { verdictOfCode } from './send-otp.job.ts';

const now = 1_000_000;
const good: CodeMessage = {
  id: 'm',
  attempts: 1,
  until: 0,
  userKey: 'u',
  mobileIndex: Buffer.alloc(32),
  guardedAt: undefined,
  isCurrent: true,
  codeSealed: Buffer.from('code'),
  mobileSealed: Buffer.from('mobile'),
  expiresAt: now + 1,
  isUsed: false,
};

test.each<[Partial<CodeMessage>, object]>([
  [{}, { kind: 'send' }],
  [{ expiresAt: now }, { kind: 'lapse', reason: 'expired' }],
  [{ expiresAt: undefined }, { kind: 'lapse', reason: 'expired' }],
  [{ isUsed: true }, { kind: 'lapse', reason: 'used' }],
  [{ isCurrent: false }, { kind: 'lapse', reason: 'replaced' }],
  [{ codeSealed: undefined }, { kind: 'lapse', reason: 'wiped' }],
  [{ mobileSealed: undefined }, { kind: 'lapse', reason: 'wiped' }],
])('[OTP-5] a code with %o: %o', (change, verdict) => {
  expect(verdictOfCode({ ...good, ...change }, now)).toMatchObject(verdict);
});
