import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainedHash, contentOf } from './ledger.ts';

const pseudonym = Uint8Array.from({ length: 16 }, (_, at) => at);
const common = {
  campaign: 'tea',
  number: 4,
  pseudonym,
  at: Date.parse('2025-07-01T10:00:00.005Z'),
  state: 'Goa',
};

test('each entry has one canonical text', () => {
  expect(contentOf({ ...common, kind: 'verified' })).toBe(
    '{"at":"2025-07-01T10:00:00.005Z","campaign":"tea","kind":"verified","number":4,"pseudonym":"000102030405060708090a0b0c0d0e0f","state":"Goa"}',
  );
  const grant = { kind: 'chance', amount: 5, drawNumber: 12, block: 0 } as const;
  expect(contentOf({ ...common, kind: 'granted', day: '2025-07-02', grant })).toBe(
    '{"amount":5,"at":"2025-07-01T10:00:00.005Z","block":0,"campaign":"tea","day":"2025-07-02","draw":12,"kind":"granted","number":4,"pseudonym":"000102030405060708090a0b0c0d0e0f","reward":"chance","state":"Goa"}',
  );
});

test('each hash is SHA-256 over the one before and the content', () => {
  const first = createHash('sha256').update('tea').digest();
  const expected = createHash('sha256').update(first).update('content').digest();
  expect(Buffer.from(chainedHash(first, 'content'))).toEqual(expected);
});
