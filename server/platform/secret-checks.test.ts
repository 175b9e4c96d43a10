import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { allKeysOf } from './keys.ts';
import { secretChecksOf } from './secret-checks.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const same = secret(1);
const checked = { index: same, identity: same, code: same };
const ring = (...ids: number[]) => ids.map((id) => ({ id, key: same }));

const hexOf = (...given: Parameters<typeof secretChecksOf>) =>
  secretChecksOf(...given).map(({ value }) => value.toString('hex'));

test('even of one secret, the values of variables, keys and campaigns all differ', () => {
  const rings = { seal: ring(1, 2), voucherSeal: ring(1, 2) };
  const values = ['one', 'two'].flatMap((campaign) => hexOf({ ...checked, ...rings }, campaign));
  expect(new Set(values).size).toBe(14);
  expect(hexOf({ index: secret(2) }, 'one')).not.toEqual(hexOf({ index: same }, 'one'));
  expect(hexOf({ index: same }, 'one')).toEqual(hexOf({ index: same }, 'one'));
});

test('a value is nothing that is derived from the secret elsewhere', () => {
  const others = { pseudonym: same, draw: same, seal: ring(1), voucherSeal: ring(1) };
  const keys = allKeysOf({ ...checked, ...others }, 'one');
  const [value = ''] = hexOf({ index: same }, 'one');
  const bytes = Buffer.from(value, 'hex');
  expect(createHash('sha256').update(same).digest('hex')).not.toBe(value);
  for (const text of ['INDEX_SECRET', 'secret-check', 'INDEX_SECRET|0|one']) {
    expect(keys.voucherIndex(text)).not.toEqual(bytes);
    expect(keys.mobileIndex(text)).not.toEqual(bytes);
  }
});

test('of a ring, the first key seals', () => {
  expect(
    secretChecksOf({ seal: ring(7, 3) }, 'one').map(({ key, seals }) => ({ key, seals })),
  ).toEqual([
    { key: 7, seals: true },
    { key: 3, seals: false },
  ]);
});
