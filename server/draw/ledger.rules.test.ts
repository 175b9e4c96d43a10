import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentOf, gainsOf, isSealed, sealedContent, type Amendment } from './ledger.rules.ts';

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

const law = {
  amount: 3,
  chance: 'forbidden' as const,
  from: '2025-05-06',
  law: 'an act',
  rewards: 40,
  state: 'Tamil Nadu',
  until: null,
};
const document = {
  deck: { blocks: 10, cards: [7, 2, 1], denominations: [3, 5, 10] },
  fixed: [law],
  programme: { from: '2025-05-06', to: '2025-09-15' },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 } as const,
};
const closing = { ...document, whenDeckEnds: { kind: 'close' } as const };
const none = { blocks: 0, fixed: [0], reserve: 0, to: '2025-09-15' };
const change = (fields: Partial<Amendment>) => ({ ...none, ...fields });

test.each([
  ['the deck', { blocks: 2 }, { 'chance:3': 14, 'chance:5': 4, 'chance:10': 2 }],
  ['the reserve', { reserve: 7 }, { 'reserve:3': 7 }],
  ['the fixed rewards', { fixed: [9] }, { 'fixed:Tamil Nadu:3': 9 }],
  ['nothing', {}, {}],
  ['what it does not name', { fixed: [] }, {}],
])('[CAM-3] an amendment of %s adds to its pools alone', (_, fields, gains) => {
  const gained = gainsOf(document, change(fields)).map(({ name, planned }) => [name, planned]);
  expect(Object.fromEntries(gained)).toEqual(gains);
});

test('[CAM-3] a campaign that closes has no reserve to add to', () => {
  const gained = gainsOf(closing, change({ blocks: 1, reserve: 7 }));
  expect(gained.map(({ kind }) => kind)).toEqual(['chance', 'chance', 'chance']);
});

test('[CAM-3] a seal is of its secret, its place in the ledger and its content', () => {
  const [secret, previous] = [new Uint8Array(32).fill(4), new Uint8Array(32).fill(9)];
  const entry = { ...change({ blocks: 3 }), campaign: 'a', number: 5, at: 0, day: '2025-07-01' };
  const content = sealedContent(secret, previous, entry);
  const fields =
    '{"at":"1970-01-01T00:00Z","blocks":3,"campaign":"a","day":"2025-07-01","fixed":[0],"kind":"amended","number":5,"reserve":0,"to":"2025-09-15"}';
  const seal = createHmac('sha256', secret)
    .update(`${'09'.repeat(32)}|${fields}`)
    .digest('hex');
  expect(content).toBe(fields.replace(',"to"', `,"seal":"${seal}","to"`));
  expect(isSealed(secret, previous, content)).toBe(true);
  expect(isSealed(previous, previous, content)).toBe(false);
  expect(isSealed(secret, secret, content)).toBe(false);
  expect(isSealed(secret, previous, content.replace('"blocks":3', '"blocks":4'))).toBe(false);
  expect(isSealed(secret, previous, content.replace(/,"seal":"\w+"/, ''))).toBe(false);
});
