import { expect, test } from 'vitest';
import { sealer } from './seal.ts';

test('the same text is never sealed with the same nonce, however often', () => {
  const ring = sealer([{ id: 1, key: new Uint8Array(32).fill(5) }]);
  const sealed = Array.from({ length: 5000 }, () => ring.seal('INM-000001', 'a row'));
  expect(new Set(sealed.map((bytes) => bytes.subarray(2, 14).toString('hex'))).size).toBe(5000);
  // Values sealed with earlier nonces still open after more nonces were drawn.
  for (const bytes of sealed) expect(ring.open(bytes, 'a row')).toBe('INM-000001');
});
