import { expect, test } from 'vitest';
import { sealContexts } from './seal-contexts.ts';

test('bytes are written in hex, text unchanged, and no two columns share a context', () => {
  expect(sealContexts.challengeCode('u', Uint8Array.of(1, 255))).toBe('challenge.code|u|01ff');
  expect(sealContexts.voucherCode('abc')).toBe('voucher.code|abc');
  const all = Object.values(sealContexts).map((context) => context('k', 'n'));
  expect(new Set(all).size).toBe(all.length);
});
