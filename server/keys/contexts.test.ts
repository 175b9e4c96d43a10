import { expect, test } from 'vitest';
import { contexts } from './contexts.ts';

test('bytes are spelled in hex, text as it is, and no two places share a context', () => {
  expect(contexts.challengeCode('u', Uint8Array.of(1, 255))).toBe('challenge.code|u|01ff');
  expect(contexts.voucherCode('abc')).toBe('voucher.code|abc');
  const all = Object.values(contexts).map((context) => context('k', 'n'));
  expect(new Set(all).size).toBe(all.length);
});
