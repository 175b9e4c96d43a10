import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ringKeysOf } from '@inaam/server/platform/keys.ts';
import type { SealKeys } from '@inaam/server/platform/seal.ts';
import { isPackCode, packCodeOf } from '../pack-code.ts';
import { packBatchMax, packCountMax, packKeys } from './pack-cipher.ts';

const ringOf = (...ids: number[]) =>
  ids.map((id) => ({ id, key: new Uint8Array(randomBytes(32)) }));
const ring = ringOf(1, 2);
const packKeysOf = (own: SealKeys, campaign: string) =>
  packKeys(ringKeysOf({ index: randomBytes(32), rings: { PACK_KEYS: own } }, campaign), campaign);
const keys = packKeysOf(ring, 'tea');
const source = fc.record({
  key: fc.constantFrom(1, 2),
  batch: fc.integer({ min: 1, max: packBatchMax }),
  serial: fc.nat({ max: packCountMax - 1 }),
});

test('a code says of which batch it is, and which of it, with the key', () => {
  fc.assert(
    fc.property(source, (made) => {
      const code = keys.packCode(made);
      expect(isPackCode(code, 'made')).toBe(true);
      expect(keys.readPackCode(code)).toContainEqual(made);
    }),
  );
});

test('codes of another campaign, of another key and random ones say nothing', () => {
  const others = [packKeysOf(ring, 'coffee'), packKeysOf(ringOf(1, 2), 'tea')];
  const codes = Array.from({ length: 300 }, (_, serial) =>
    keys.packCode({ key: 1, batch: 7, serial }),
  );
  const random = codes.map(() => packCodeOf(randomBytes(8).readBigUInt64BE() >> 9n));
  // By chance one in 65,536 is of some batch, and one in 2^29 of these.
  const read = others.flatMap((other) => codes.flatMap((code) => other.readPackCode(code)));
  const ofThisBatch = [...read, ...random.flatMap((code) => keys.readPackCode(code))].filter(
    ({ batch, serial }) => batch === 7 && serial < 300,
  );
  expect(ofThisBatch).toEqual([]);
  expect(read.length).toBeLessThan(5);
});

test('codes of neighbouring packs have nothing in common, and none is there twice', () => {
  const codes = Array.from({ length: 4000 }, (_, serial) =>
    keys.packCode({ key: 2, batch: 1, serial }),
  );
  expect(new Set(codes).size).toBe(codes.length);
  for (let place = 0; place < 11; place++) {
    const counts = new Map<string | undefined, number>();
    for (const code of codes) counts.set(code[place], (counts.get(code[place]) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // Each 125 times, with a deviation of 11.
    for (const count of counts.values()) expect(Math.abs(count - 125)).toBeLessThan(6 * 11);
  }
});

test('a key that is gone is named', () => {
  expect(() => keys.packCode({ key: 3, batch: 1, serial: 0 })).toThrow('PACK_KEYS has no key 3');
});
