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
  chance: 'forbidden' as const,
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

type Row = [string, Partial<Amendment>, string | undefined, Partial<typeof now>?];
const rows = (of: Parameters<typeof amendmentFault>[0], ...list: Row[]) =>
  list.map(([name, fields, fault, more = {}]) => [name, of, fields, fault, more] as const);
test.each([
  ...rows(
    document,
    ['blocks', { blocks: 1 }, undefined],
    ['blocks on the last day', { blocks: 1 }, undefined, { today: '2025-09-15' }],
    ['blocks after it', { blocks: 1 }, 'over', { today: '2025-09-16' }],
    ['the reserve', { reserve: 1 }, undefined],
    ['fixed rewards', { fixed: [1] }, undefined],
    ['another number of fixed rewards', { fixed: [1, 1] }, 'notCounts'],
    ['less', { blocks: -1 }, 'notCounts'],
    ['half a block', { blocks: 0.5 }, 'notCounts'],
    ['nothing', {}, 'nothing'],
    ['all that can be counted', { blocks: 214_748_354 }, undefined],
    ['more', { blocks: 214_748_355 }, 'tooMany'],
    ['all fixed rewards', { fixed: [2 ** 31 - 41] }, undefined],
    ['more fixed rewards', { fixed: [2 ** 31 - 40] }, 'tooMany'],
    ['the largest reserve', { reserve: 2 ** 31 - 6 }, undefined],
    ['a larger reserve', { reserve: 2 ** 31 - 5 }, 'tooMany'],
    ['an end today', { to: '2025-07-01' }, undefined],
    ['an end yesterday', { to: '2025-06-30' }, 'tooEarly'],
    ['an end before the start', { to: '2025-05-05' }, 'tooEarly', { today: '2025-05-01' }],
    ['an end on the first day', { to: '2025-05-06' }, undefined, { today: '2025-05-01' }],
    ['a later end', { to: '2025-12-31' }, undefined],
  ),
  ...rows(
    until('2025-10-01'),
    ['the end of a law', { to: '2025-10-01' }, undefined],
    ['a day beyond it', { to: '2025-10-02' }, 'beyondFixed'],
  ),
  ...rows(until('2025-09-15'), ['beyond one that ends', { to: '2025-09-16' }, 'beyondFixed']),
  ...rows(until('2025-08-01'), ['beyond a law of before', { to: '2025-10-02' }, undefined]),
  ...rows(closing, ['the reserve of a closing campaign', { reserve: 1 }, 'noReserve']),
  ...rows(until('2025-09-15', closing), ['blocks alone, closing', { blocks: 1 }, undefined]),
  ...rows(
    until('2025-10-01', closing),
    ['closing, the end of a law', { to: '2025-10-01' }, 'beyondFixed'],
    ['closing, the day before', { to: '2025-09-30' }, undefined],
  ),
])('[CAM-3][CAM-4] an amendment of %s', (_, of, fields, fault, more) => {
  expect(amendmentFault(of, change(fields), { ...now, ...more })?.kind).toBe(fault);
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
