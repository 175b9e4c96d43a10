import { expect, test } from 'vitest';
import { sealer, sealContexts, voucherPublicKeyOf, voucherSealer, voucherSealFor } from './seal.ts';
import fc from 'fast-check';

test('the same text is never sealed with the same nonce, however often', () => {
  const ring = sealer([{ id: 1, key: new Uint8Array(32).fill(5) }]);
  const sealed = Array.from({ length: 5000 }, () => ring.seal('INM-000001', 'a row'));
  expect(new Set(sealed.map((bytes) => bytes.subarray(2, 14).toString('hex'))).size).toBe(5000);
  // Values sealed with earlier nonces still open after more nonces were drawn.
  for (const bytes of sealed) expect(ring.open(bytes, 'a row')).toBe('INM-000001');
});

const bytes = Uint8Array.of(1, 255);

/** A stored value opens only with the context that sealed it, so contexts must never change. */
test.each<[keyof typeof sealContexts, string]>([
  ['codeRequestMobile', 'code_request.mobile|u|01ff'],
  ['codeRequestRegistration', 'code_request.pending|u|01ff'],
  ['codeRequestCode', 'code_request.code|u|01ff'],
  ['guardedCode', 'message.code|u|01ff'],
  ['personalDataMobile', 'person.mobile|u'],
  ['personalDataName', 'person.name|u'],
  ['personalDataDetails', 'person.details|u'],
  ['voucherCode', 'voucher.code|u'],
  ['mailboxMobile', 'mailbox.to|u'],
  ['mailboxText', 'mailbox.text|u'],
])('the context of %s is %s', (name, context) => {
  const key = context.endsWith('|01ff') ? ['u', bytes] : ['u'];
  expect(Reflect.apply(sealContexts[name], undefined, key)).toBe(context);
});

test('bytes are written in hex, two digits each', () => {
  expect(sealContexts.personalDataName(bytes)).toBe('person.name|01ff');
});

test('no two columns share a context', () => {
  const all = Object.values(sealContexts).map((context) => context('k', 'n'));
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(10);
});

const filled = (byte: number) => new Uint8Array(32).fill(byte);
const ring = [
  { id: 2, key: filled(2) },
  { id: 1, key: filled(1) },
];
const both = voucherSealer(ring, 'VOUCHER_SEAL_KEYS');
const seal = voucherSealFor(voucherPublicKeyOf(ring));

test('what is sealed for the public key opens with the ring alone, and only with its context', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = seal(text, 'row 1');
      expect(both.open(sealed, 'row 1')).toBe(text);
      expect(seal(text, 'row 1').equals(sealed)).toBe(false);
      expect(() => both.open(sealed, 'row 2')).toThrow();
    }),
  );
});

test('the public key and the process that sealed are no help to open, nor is another ring', () => {
  const sealed = seal('ABCD', 'row');
  const publicKey = voucherPublicKeyOf(ring);
  expect(Buffer.from(publicKey.key)).not.toEqual(Buffer.from(filled(2)));
  for (const key of [publicKey.key, filled(3)]) {
    const other = voucherSealer([{ id: 2, key }], 'VOUCHER_SEAL_KEYS');
    expect(() => other.open(sealed, 'row')).toThrow();
  }
  expect(() => voucherSealer([{ id: 1, key: filled(1) }], 'X').open(sealed, 'row')).toThrow(
    'its key is not in X. Add the old key.',
  );
});

test('any byte that is changed is noticed', () => {
  const sealed = seal('ABCD-1234', 'row');
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(() => both.open(changed, 'row')).toThrow();
    }),
  );
  for (const length of [0, 1, 33, 61, sealed.length - 1])
    expect(() => both.open(sealed.subarray(0, length), 'row')).toThrow();
});

test('what was sealed with a key of the ring itself, or for an older key, still opens', () => {
  expect(both.open(sealer(ring).seal('ABCD', 'row'), 'row')).toBe('ABCD');
  const older = voucherSealFor(voucherPublicKeyOf(ring.slice(1)));
  expect(both.open(older('EFGH', 'row'), 'row')).toBe('EFGH');
  expect(both.seal('IJKL', 'row')[1]).toBe(2);
});
