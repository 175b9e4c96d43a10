import { expect, test } from 'vitest';
import {
  openPersonalData,
  openRegistration,
  sealDetails,
  sealPersonalData,
  sealRegistration,
} from './personal-data.ts';
import { sealContexts, sealer } from './seal.ts';
import { createHash } from 'node:crypto';
import { allKeysOf } from './keys.ts';
import { secretChecksOf } from './secret-checks.ts';

const keys = sealer([{ id: 1, key: new Uint8Array(32).fill(5) }]);
const [mobileIndex, other] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
const pseudonym = new Uint8Array(16).fill(4);
const person = { mobile: '9876543210', name: 'Asha', state: 'Goa' };
const profile = { state: 'Goa', city: 'Panaji', email: '', gender: 'female', age: '30' };

test('a registration opens for its device and mobile alone', () => {
  const typed = { ...person, agree1: true, limit: '' };
  const sealed = sealRegistration(keys, typed, 'device', mobileIndex);
  expect(openRegistration(keys, { ...sealed, mobileIndex }, 'device')).toEqual(person);
  expect(() => openRegistration(keys, { ...sealed, mobileIndex }, 'other')).toThrow();
  expect(() => openRegistration(keys, { ...sealed, mobileIndex: other }, 'device')).toThrow();
  const again = keys.seal('9876543211', sealContexts.codeRequestMobile('device', mobileIndex));
  const changed = { ...sealed, mobileSealed: again, mobileIndex };
  expect(openRegistration(keys, changed, 'device').mobile).toBe('9876543211');
  const swapped = { ...changed, registrationSealed: again };
  expect(() => openRegistration(keys, swapped, 'device')).toThrow();
});

test.each([{ name: 'Asha' }, { state: 'Goa' }, { name: 1, state: 'Goa' }])(
  '%j is no registration',
  (typed) => {
    const context = sealContexts.codeRequestRegistration('device', mobileIndex);
    const sealed = {
      ...sealRegistration(keys, person, 'device', mobileIndex),
      registrationSealed: keys.seal(JSON.stringify(typed), context),
    };
    expect(() => openRegistration(keys, { ...sealed, mobileIndex }, 'device')).toThrow();
  },
);

test('mobile, name and details of a person each have a context of their own', () => {
  const stored = { ...sealPersonalData(keys, person, pseudonym), detailsSealed: null };
  expect(keys.open(stored.mobileSealed, sealContexts.personalDataMobile(pseudonym))).toBe(
    '9876543210',
  );
  expect(openPersonalData(keys, stored, pseudonym)).toEqual({ name: 'Asha', profile: undefined });
  const edited = sealDetails(keys, { ...profile, name: 'Asha Rao' }, pseudonym);
  expect(openPersonalData(keys, edited, pseudonym)).toEqual({ name: 'Asha Rao', profile });
  expect(() => openPersonalData(keys, edited, new Uint8Array(16))).toThrow();
  const swapped = { nameSealed: edited.detailsSealed, detailsSealed: null };
  expect(() => openPersonalData(keys, swapped, pseudonym)).toThrow();
});

test.each(Object.keys(profile))('a profile without its %s is none', (field) => {
  const details = JSON.stringify({ ...profile, [field]: undefined });
  const sealed = {
    ...sealDetails(keys, { ...profile, name: 'Asha' }, pseudonym),
    detailsSealed: keys.seal(details, sealContexts.personalDataDetails(pseudonym)),
  };
  expect(() => openPersonalData(keys, sealed, pseudonym)).toThrow();
});

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
