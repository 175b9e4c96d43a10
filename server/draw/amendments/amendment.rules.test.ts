import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  amendmentFault,
  gainsOf,
  isSealed,
  sealedContent,
  unamended,
  type Amendment,
} from './amendment.rules.ts';

const law = {
  amount: 3,
  from: '2025-05-06',
  law: 'an act',
  rewards: 40,
  state: 'Tamil Nadu',
  until: null as string | null,
};
const document = {
  deck: { blocks: 10, cards: [7, 2, 1], denominations: [3, 5, 10] },
  fixed: [law],
  programme: { from: '2025-05-06', to: '2025-09-15' },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 } as const,
};
const closing = { ...document, whenDeckEnds: { kind: 'close' } as const };
const until = (day: string, of: typeof document | typeof closing = document) => ({
  ...of,
  fixed: [{ ...law, until: day }],
});
const none = unamended(document);
const now = {
  lastDay: '2025-09-15',
  today: '2025-07-01',
  blocks: 10,
  planned: new Map([
    ['reserve:3', 5],
    ['fixed:Tamil Nadu:3', 40],
  ]),
};
const change = (fields: Partial<Amendment>) => ({ ...none, ...fields });

test.each([
  ['blocks', document, change({ blocks: 1 }), {}, undefined],
  ['blocks on the last day', document, change({ blocks: 1 }), { today: '2025-09-15' }, undefined],
  ['blocks after it', document, change({ blocks: 1 }), { today: '2025-09-16' }, 'over'],
  ['the reserve', document, change({ reserve: 1 }), {}, undefined],
  ['the reserve of a closing campaign', closing, change({ reserve: 1 }), {}, 'noReserve'],
  ['fixed rewards', document, change({ fixed: [1] }), {}, undefined],
  ['another number of fixed rewards', document, change({ fixed: [1, 1] }), {}, 'notCounts'],
  ['less', document, change({ blocks: -1 }), {}, 'notCounts'],
  ['half a block', document, change({ blocks: 0.5 }), {}, 'notCounts'],
  ['nothing', document, none, {}, 'nothing'],
  ['all that can be counted', document, change({ blocks: 214_748_354 }), {}, undefined],
  ['more', document, change({ blocks: 214_748_355 }), {}, 'tooMany'],
  ['all fixed rewards', document, change({ fixed: [2 ** 31 - 41] }), {}, undefined],
  ['more fixed rewards', document, change({ fixed: [2 ** 31 - 40] }), {}, 'tooMany'],
  ['the largest reserve', document, change({ reserve: 2 ** 31 - 6 }), {}, undefined],
  ['a larger reserve', document, change({ reserve: 2 ** 31 - 5 }), {}, 'tooMany'],
  ['an end today', document, change({ to: '2025-07-01' }), {}, undefined],
  ['an end yesterday', document, change({ to: '2025-06-30' }), {}, 'tooEarly'],
  [
    'an end before the start',
    document,
    change({ to: '2025-05-05' }),
    { today: '2025-05-01' },
    'tooEarly',
  ],
  [
    'an end on the first day',
    document,
    change({ to: '2025-05-06' }),
    { today: '2025-05-01' },
    undefined,
  ],
  ['a later end', document, change({ to: '2025-12-31' }), {}, undefined],
  ['the end of a law', until('2025-10-01'), change({ to: '2025-10-01' }), {}, undefined],
  ['a day beyond it', until('2025-10-01'), change({ to: '2025-10-02' }), {}, 'beyondFixed'],
  [
    'beyond one that ends with it',
    until('2025-09-15'),
    change({ to: '2025-09-16' }),
    {},
    'beyondFixed',
  ],
  ['blocks alone, closing', until('2025-09-15', closing), change({ blocks: 1 }), {}, undefined],
  ['beyond a law of before', until('2025-08-01'), change({ to: '2025-10-02' }), {}, undefined],
  [
    'closing, the end of a law',
    until('2025-10-01', closing),
    change({ to: '2025-10-01' }),
    {},
    'beyondFixed',
  ],
  [
    'closing, the day before',
    until('2025-10-01', closing),
    change({ to: '2025-09-30' }),
    {},
    undefined,
  ],
])('[CAM-3][CAM-4] an amendment of %s', (_, of, amendment, more, fault) => {
  expect(amendmentFault(of, amendment, { ...now, ...more })?.kind).toBe(fault);
});

test('[CAM-4] an end beyond that of a law names the law and its last day', () => {
  const other = { ...law, state: 'Assam' };
  const of = { ...document, fixed: [other, { ...law, until: '2025-10-01' }] };
  const later = { ...unamended(of), to: '2025-10-02' };
  expect(amendmentFault(of, later, now)).toEqual({
    kind: 'beyondFixed',
    state: 'Tamil Nadu',
    until: '2025-10-01',
  });
});

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
