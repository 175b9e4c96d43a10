import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allKeysOf,
  deliveryKeysOf,
  keysOf,
  loaderKeysOf,
  numberKeysOf,
  pseudonymsOfNumber,
  voucherKeysOf,
  type Secrets,
  ringKeysOf,
} from './keys.ts';
import { voucherPublicKeyOf } from './seal.ts';

const filled = (byte: number) => new Uint8Array(32).fill(byte);
const secrets: Secrets = {
  identity: filled(1),
  index: filled(2),
  code: filled(3),
  draw: filled(4),
  pseudonym: filled(6),
  seal: [{ id: 1, key: filled(5) }],
};
const keys = keysOf(secrets, 'tea');

test('[ENT-6] a user key is valid only for its campaign and server', () => {
  const userKey = keys.newUserKey();
  expect(keys.isUserKey(userKey)).toBe(true);
  expect(keysOf(secrets, 'coffee').isUserKey(userKey)).toBe(false);
  expect(keysOf({ ...secrets, identity: filled(9) }, 'tea').isUserKey(userKey)).toBe(false);
  expect(keys.newUserKey()).not.toBe(userKey);
  fc.assert(
    fc.property(
      fc.nat(userKey.length - 1),
      fc.constantFrom(...Array.from('aZ9_-')),
      (at, letter) => {
        fc.pre(userKey.charAt(at) !== letter);
        expect(keys.isUserKey(userKey.slice(0, at) + letter + userKey.slice(at + 1))).toBe(false);
      },
    ),
  );
});

test.each(['', 'x', 'a'.repeat(32), 'a'.repeat(10_000)])('[ENT-6] %j is no user key', (word) => {
  expect(keys.isUserKey(word)).toBe(false);
});

test('[SGN-2] the data key of a user key is constant, with at least 32 characters of base64url', () => {
  const userKey = keys.newUserKey();
  expect(keys.dataKeyOf(userKey)).toMatch(/^[A-Za-z0-9_-]{32,}$/);
  expect(keys.dataKeyOf(userKey)).toBe(keys.dataKeyOf(userKey));
  expect(keys.dataKeyOf(keys.newUserKey())).not.toBe(keys.dataKeyOf(userKey));
});

test('[OTP-5] codes have six digits, which are evenly distributed', () => {
  const counts = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0));
  const drawn = 60_000;
  const malformed: string[] = [];
  for (let at = 0; at < drawn; at++) {
    const code = keys.newCode();
    if (!/^[0-9]{6}$/.test(code)) malformed.push(code);
    for (const [place, digit] of Array.from(code).entries()) {
      const column = counts[place];
      if (column) column[Number(digit)] = (column[Number(digit)] ?? 0) + 1;
    }
  }
  expect(malformed).toEqual([]);
  // Chi-square with 9 degrees of freedom: 40 is beyond one in a hundred thousand.
  for (const column of counts) {
    const chi = column.reduce((sum, count) => sum + (count - drawn / 10) ** 2 / (drawn / 10), 0);
    expect(chi).toBeLessThan(40);
  }
});

test('[OTP-5] the hash of a code depends on device, mobile and server', () => {
  const number = keys.mobileIndex('9876543210');
  const hash = keys.codeHash('123456', 'device', number);
  expect(keys.isSameHash(hash, keys.codeHash('123456', 'device', number))).toBe(true);
  for (const other of [
    keys.codeHash('123457', 'device', number),
    keys.codeHash('123456', 'other', number),
    keys.codeHash('123456', 'device', keys.mobileIndex('9876543211')),
    keysOf({ ...secrets, code: filled(9) }, 'tea').codeHash('123456', 'device', number),
  ]) {
    expect(keys.isSameHash(hash, other)).toBe(false);
  }
});

test('a sealed value opens unchanged, only with its context, and is different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = keys.seal(text, 'row 1');
      expect(keys.open(sealed, 'row 1')).toBe(text);
      expect(keys.seal(text, 'row 1').equals(sealed)).toBe(false);
      expect(() => keys.open(sealed, 'row 2')).toThrow();
    }),
  );
});

test('a sealed value with a changed byte does not open', () => {
  const sealed = keys.seal('9876543210', 'row');
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(() => keys.open(changed, 'row')).toThrow();
    }),
  );
});

test('after a rotation the old key still opens values that it sealed', () => {
  const sealed = keys.seal('Asha', 'row');
  const rotated = keysOf({ ...secrets, seal: [{ id: 2, key: filled(6) }, ...secrets.seal] }, 'tea');
  expect(rotated.open(sealed, 'row')).toBe('Asha');
  expect(rotated.seal('Asha', 'row')[1]).toBe(2);
  const lost = keysOf({ ...secrets, seal: [{ id: 2, key: filled(6) }] }, 'tea');
  expect(() => lost.open(sealed, 'row')).toThrow('SEAL_KEYS');
});

test('[CAM-3] a pseudonym follows from the mobile’s index under the committed key, and cannot be chosen', () => {
  const index = keys.mobileIndex('9876543210');
  const expected = createHmac('sha256', filled(6))
    .update(`tea|${index.toString('hex')}`)
    .digest();
  expect(keys.pseudonymOf(index)).toEqual(expected.subarray(0, 16));
  expect(keys.pseudonymOf(keys.mobileIndex('9876543211'))).not.toEqual(keys.pseudonymOf(index));
  expect(keysOf(secrets, 'coffee').pseudonymOf(index)).not.toEqual(keys.pseudonymOf(index));
});

test('[CAM-3] each participation of a number has a pseudonym that only the key connects with the others', () => {
  const index = keys.mobileIndex('9876543210');
  const second = createHmac('sha256', filled(6))
    .update(`tea|${index.toString('hex')}|claim 2`)
    .digest();
  expect(keys.pseudonymOf(index, 1)).toEqual(keys.pseudonymOf(index));
  expect(keys.pseudonymOf(index, 2)).toEqual(second.subarray(0, 16));
  expect(keys.pseudonymOf(index, 3)).not.toEqual(keys.pseudonymOf(index, 2));
});

const hmacOf = (secret: number, words: string) =>
  createHmac('sha256', filled(secret)).update(words).digest();
const mobile = '9876543210';
const indexHex = hmacOf(2, `number|tea|+91${mobile}`).toString('hex');

/** These values are stored for the whole campaign: another spelling would not be found again. */
test.each<[string, string | Buffer, string | Buffer]>([
  ['mobile', keys.mobileIndex(mobile), hmacOf(2, `number|tea|+91${mobile}`)],
  [
    'address',
    keys.addressCounter('10.0.0.0'),
    `address:${hmacOf(2, 'address|tea|10.0.0.0').toString('base64url', 0, 16)}`,
  ],
  ['voucher', keys.voucherIndex('ABCD'), hmacOf(2, 'voucher|tea|ABCD')],
  [
    'end of a voucher code',
    keys.voucherEndIndex('ABCD-12-34xy'),
    hmacOf(2, 'voucher-end|tea|1234XY').subarray(0, 16),
  ],
  [
    'colleague',
    keys.colleagueIndex('https://id.example', 'asha'),
    hmacOf(2, 'colleague|tea|["https://id.example","asha"]'),
  ],
  [
    'device in the review',
    keys.sourceHash('device', 'a device'),
    hmacOf(2, 'review-device|tea|a device').subarray(0, 16),
  ],
  [
    'code',
    keys.codeHash('123456', 'device', keys.mobileIndex(mobile)),
    hmacOf(3, `code|tea|device|${indexHex}|123456`),
  ],
  ['try', keys.tryHash('123456', 'device', 7), hmacOf(3, 'try|tea|device|7|123456')],
  ['token', keys.tokenHash('abc'), createHash('sha256').update('abc').digest()],
  ['data key', keys.dataKeyOf('device'), hmacOf(1, 'data-key|tea|device').toString('base64url')],
])('the keyed name of a %s is what it has always been', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('[OTP-5] a guarded code is six digits of a keyed hash, with its zeros', () => {
  const index = keys.mobileIndex(mobile);
  const codes = Array.from({ length: 60 }, (_, at) => keys.guardedCode(index, at));
  const expected = codes.map((_, at) => {
    const bytes = hmacOf(3, `guarded-code|tea|${indexHex}|${at}`);
    return String(bytes.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
  });
  expect(codes).toEqual(expected);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});

test('hashes and codes of different lengths are not the same', () => {
  expect(keys.isSameHash(filled(1), filled(1).subarray(1))).toBe(false);
  expect(keys.isSameHash(filled(1), filled(2))).toBe(false);
  expect(keys.isSameCode('123456', '12345')).toBe(false);
  expect(keys.isSameCode('123456', '123457')).toBe(false);
  expect(keys.isSameCode('123456', '123456')).toBe(true);
});

test('the end of a voucher code is the same without hyphens and in any case, and of no other code', () => {
  const end = keys.voucherEndIndex('ABCD-12-34XY');
  expect(end).toHaveLength(16);
  expect(keys.voucherEndIndex('1234xy')).toEqual(end);
  expect(keys.voucherEndIndex('Z-1-2-3-4-X-Y')).toEqual(end);
  expect(keys.voucherEndIndex('1234XZ')).not.toEqual(end);
  expect(keys.voucherEndIndex('234XY')).not.toEqual(end);
});

test('an access token is 32 random bytes', () => {
  expect(keys.newAccessToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(keys.newAccessToken()).not.toBe(keys.newAccessToken());
});

test('each program has the keys that it needs, and no other', () => {
  const all = { ...secrets, voucherSeal: [{ id: 1, key: filled(8) }] };
  const loader = { index: all.index, voucherPublic: voucherPublicKeyOf(all.voucherSeal) };
  const index = [
    'addressCounter',
    'backupHmac',
    'blindIndex',
    'challengeMac',
    'colleagueIndex',
    'mobileIndex',
    'sourceHash',
    'voucherEndIndex',
    'voucherIndex',
  ];
  const namesOf = (made: object) => Object.keys(made).toSorted();
  expect(namesOf(loaderKeysOf(loader, 'tea'))).toEqual([...index, 'vouchers'].toSorted());
  expect(namesOf(loaderKeysOf(loader, 'tea').vouchers)).toEqual(['seal']);
  expect(namesOf(voucherKeysOf(all, 'tea'))).toEqual([...index, 'vouchers'].toSorted());
  expect(namesOf(deliveryKeysOf(all, 'tea'))).toEqual(
    [...index, 'ringOf', 'open', 'seal', 'vouchers'].toSorted(),
  );
  expect(namesOf(ringKeysOf(all, 'tea'))).toEqual([...index, 'ringOf'].toSorted());
  expect(namesOf(numberKeysOf(all, 'tea'))).toEqual([...index, 'open', 'seal'].toSorted());
  expect(namesOf(allKeysOf(all, 'tea'))).toEqual([...namesOf(keys), 'vouchers'].toSorted());
  const sealed = loaderKeysOf(loader, 'tea').vouchers.seal('ABCD', 'row');
  expect(deliveryKeysOf(all, 'tea').vouchers.open(sealed, 'row')).toBe('ABCD');
  expect(() => keys.open(sealed, 'row')).toThrow();
  const strange = Buffer.from(sealed);
  strange[1] = 9;
  expect(() => deliveryKeysOf(all, 'tea').vouchers.open(strange, 'row')).toThrow(
    'its key is not in VOUCHER_SEAL_KEYS. Add the old key.',
  );
});

test('[CAM-3] an auditor finds the pseudonym of a number with two keys', () => {
  const index = keys.mobileIndex(mobile);
  const { mobileIndex, pseudonymOf } = pseudonymsOfNumber(secrets, 'tea', mobile);
  expect(mobileIndex).toEqual(index);
  for (const claim of [1, 2]) expect(pseudonymOf(claim)).toEqual(keys.pseudonymOf(index, claim));
});

test('a value that is too short, or of another version, does not open, and says the remedy', () => {
  const sealed = keys.seal('', 'row');
  expect(sealed).toHaveLength(2 + 12 + 16);
  expect(keys.open(sealed, 'row')).toBe('');
  const another = Buffer.from(sealed);
  another[0] = 2;
  for (const strange of [sealed.subarray(0, -1), another, Buffer.of(1), Buffer.of()]) {
    expect(() => keys.open(strange, 'row')).toThrow('Add the old key.');
  }
  expect(() => keysOf({ ...secrets, seal: [] }, 'tea')).toThrow('the key ring is empty');
});
