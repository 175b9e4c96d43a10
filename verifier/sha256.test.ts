import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexOf } from './canonical-json.ts';
import { hmacSha256, sha256 } from './sha256.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('a hash of parts is that of OpenSSL', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const expected = createHash('sha256').update(one).update(other).digest('hex');
      expect(hexOf(sha256(one, other))).toBe(expected);
    }),
  );
});

test('a keyed hash is that of OpenSSL, with a key of any length', () => {
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      const expected = createHmac('sha256', key).update(message).digest('hex');
      expect(hexOf(hmacSha256(key)(message))).toBe(expected);
    }),
  );
});

test('a message of many blocks, with a length of more than 32 bits', { tags: ['long'] }, () => {
  const large = new Uint8Array(2 ** 29 + 1);
  expect(hexOf(sha256(large))).toBe(createHash('sha256').update(large).digest('hex'));
});
