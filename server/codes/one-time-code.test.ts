import { expect, test } from 'vitest';
import { keysOf } from '../platform/keys.ts';
import { newOneTimeCode, typedCode } from './one-time-code.ts';
import { sealContexts } from '../platform/seal.ts';

const filled = (byte: number) => new Uint8Array(32).fill(byte);
const keys = keysOf(
  {
    identity: filled(1),
    index: filled(2),
    code: filled(3),
    pseudonym: filled(6),
    seal: [{ id: 1, key: filled(5) }],
  },
  'tea',
);
const now = 1_750_000_000_000;
const mobileIndex = keys.mobileIndex('9876543210');

test('[OTP-5] a code is stored as the hash that typing it gives, sealed for its device, for five minutes', () => {
  const { hash, sealed, expiresAt } = newOneTimeCode(keys, 'device', mobileIndex, now);
  expect(expiresAt).toBe(now + 300_000);
  const otp = keys.open(sealed, sealContexts.codeRequestCode('device', mobileIndex));
  expect(otp).toMatch(/^[0-9]{6}$/);
  expect(typedCode(keys, { otp, t: now }, 'device', mobileIndex).hash).toEqual(hash);
  expect(typedCode(keys, { otp, t: now }, 'other', mobileIndex).hash).not.toEqual(hash);
});

test('[OTP-5] the guarded code of a moment is that of the mobile, whichever device types it', () => {
  const sealed = newOneTimeCode(keys, 'device', mobileIndex, now).sealGuarded();
  const otp = keys.open(sealed, sealContexts.guardedCode(mobileIndex, String(now)));
  expect(otp).toBe(keys.guardedCode(mobileIndex, now));
  const { isGuardedCode } = typedCode(keys, { otp, t: now }, 'other', mobileIndex);
  expect([now - 1, now, now + 1].map(isGuardedCode)).toEqual([false, true, false]);
});

test('[OTP-5] the same code at another time is another try', () => {
  const tryHashOf = (otp: string, t: number) =>
    typedCode(keys, { otp, t }, 'device', mobileIndex).tryHash;
  expect(tryHashOf('123456', now)).toEqual(tryHashOf('123456', now));
  expect(tryHashOf('123456', now)).not.toEqual(tryHashOf('123456', now + 1));
  expect(tryHashOf('123456', now)).not.toEqual(tryHashOf('123457', now));
});
