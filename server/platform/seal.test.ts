import { expect, test } from 'vitest';
import { sealer, sealContexts } from './seal.ts';

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
  ['challengeMobile', 'challenge.mobile|u|01ff'],
  ['challengeRegistration', 'challenge.pending|u|01ff'],
  ['challengeCode', 'challenge.code|u|01ff'],
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
