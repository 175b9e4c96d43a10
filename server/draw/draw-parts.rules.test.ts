import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawSecretOf } from './commitment.rules.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('[CAM-3] who holds one part learns nothing: whatever the part, every secret has exactly one other part', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, secret) => {
      const two = drawSecretOf([secret, one]);
      expect(drawSecretOf([one, two])).toEqual(secret);
      expect(drawSecretOf([two, one])).toEqual(secret);
      const other = Uint8Array.from(two);
      other[31] = (two[31] ?? 0) ^ 1;
      expect(drawSecretOf([one, other])).not.toEqual(secret);
    }),
  );
});
