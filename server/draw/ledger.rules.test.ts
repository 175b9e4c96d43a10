import { expect, test } from 'vitest';
import { contentOf } from './ledger.rules.ts';

const pseudonym = Uint8Array.from({ length: 16 }, (_, at) => at);
const common = {
  campaign: 'tea',
  number: 4,
  pseudonym,
  at: Date.parse('2025-07-01T10:00:59.999Z'),
  state: 'Goa',
  day: '2025-07-02',
};

test('each entry has one canonical text, which tells the minute and nothing finer', () => {
  expect(contentOf({ ...common, kind: 'verified', promised: { kind: 'none' } })).toBe(
    '{"at":"2025-07-01T10:00Z","campaign":"tea","day":"2025-07-02","kind":"verified","number":4,"promise":"none","pseudonym":"000102030405060708090a0b0c0d0e0f","state":"Goa"}',
  );
  const promised = { kind: 'chance', drawNumber: 12, block: 0 } as const;
  expect(contentOf({ ...common, kind: 'verified', promised })).toBe(
    '{"at":"2025-07-01T10:00Z","block":0,"campaign":"tea","day":"2025-07-02","draw":12,"kind":"verified","number":4,"promise":"chance","pseudonym":"000102030405060708090a0b0c0d0e0f","state":"Goa"}',
  );
  const grant = { kind: 'chance', amount: 5, drawNumber: 12, block: 0 } as const;
  expect(contentOf({ ...common, kind: 'granted', promised, grant })).toBe(
    '{"amount":5,"at":"2025-07-01T10:00Z","block":0,"campaign":"tea","day":"2025-07-02","draw":12,"kind":"granted","number":4,"promise":"chance","pseudonym":"000102030405060708090a0b0c0d0e0f","reward":"chance","state":"Goa"}',
  );
});
