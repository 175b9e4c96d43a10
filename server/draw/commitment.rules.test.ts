import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '@inaam/testing/fuzz/hostile-requests.ts';
import { admissionsOf, admit, admissionPoolOf } from './reward.rules.ts';
import {
  canonicalJson,
  type Canonical,
  commitmentFrom,
  differencesOf,
  plannedRupees,
  budgetPoolsOf,
  secretHash,
  type CommittedQuestion,
  type DrawDocument,
  drawSecretOf,
} from './commitment.rules.ts';
import { releasedBlocks } from './promise.rules.ts';

const secret = new Uint8Array(32).fill(4);
const act = {
  amount: 3,
  chance: 'forbidden' as const,
  from: '2025-05-06',
  law: 'an act',
  rewards: 40,
  state: 'Tamil Nadu',
  until: null,
};
const packs = { kind: 'unique', codes: 'made', claims: { perDay: 2, inAll: 10 } } as const;
const question: CommittedQuestion = {
  answersHmac: 'cd'.repeat(32),
  bonus: 'amount',
  count: 2,
  pools: [{ amount: 5, rewards: 6 }],
  seconds: 30,
  statesWithout: ['Tamil Nadu'],
};
const document: DrawDocument = {
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 7 },
  campaign: 'biscuit-2025',
  draw: 'inaam-draw-2',
  deck: { blocks: 2, cards: [7, 2, 1], denominations: [3, 5, 10] },
  fixed: [act],
  packs,
  pacing: null,
  programme: { from: '2025-05-06', to: '2025-09-15' },
  pseudonymKeySha256: 'ab'.repeat(32),
  secretPartsSha256: ['0a'.repeat(32), '0b'.repeat(32)],
  secretSha256: secretHash(secret),
  states: ['Goa', 'Tamil Nadu'],
};

test('[CAM-3] a document has one canonical text, whatever the order of its parts, and its hash is that of sha256sum', () => {
  const { text, hash } = commitmentFrom(document);
  expect(text).toBe(
    `{"campaign":"biscuit-2025","deck":{"blocks":2,"cards":[7,2,1],"denominations":[3,5,10]},"draw":"inaam-draw-2","fixed":[{"amount":3,"chance":"forbidden","from":"2025-05-06","law":"an act","rewards":40,"state":"Tamil Nadu","until":null}],"pacing":null,"packs":{"claims":{"inAll":10,"perDay":2},"codes":"made","kind":"unique"},"programme":{"from":"2025-05-06","to":"2025-09-15"},"pseudonymKeySha256":"${'ab'.repeat(32)}","secretPartsSha256":["${'0a'.repeat(32)}","${'0b'.repeat(32)}"],"secretSha256":"${createHash('sha256').update(secret).digest('hex')}","states":["Goa","Tamil Nadu"],"whenDeckEnds":{"amount":3,"kind":"reserve","rewards":7}}`,
  );
  expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
  const turned = Object.fromEntries(Object.entries(document).toReversed());
  expect(commitmentFrom({ ...document, ...turned }).text).toBe(text);
});

test('[CAM-3] fixed rewards are in the order of state and first day', () => {
  const assam = { ...act, state: 'Assam', from: '2025-07-01' };
  const earlier = { ...assam, from: '2025-06-01' };
  const one = commitmentFrom({ ...document, fixed: [act, assam, earlier] });
  expect(one.document.fixed).toEqual([earlier, assam, act]);
  expect(commitmentFrom({ ...document, fixed: [assam, earlier, act] }).hash).toBe(one.hash);
});

test('canonical JSON is JSON, reads back as it was, and has its keys in order at every level', () => {
  const anyValue = fc.letrec<{ value: Canonical }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      anyText(),
      fc.maxSafeInteger(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = canonicalJson(value);
      const back: Canonical = JSON.parse(text);
      expect(canonicalJson(back)).toBe(text);
    }),
  );
  expect(canonicalJson({ b: 1, a: { d: [], c: 'é"' }, 10: 2, 9: 3 })).toBe(
    '{"10":2,"9":3,"a":{"c":"é\\"","d":[]},"b":1}',
  );
  expect(() => canonicalJson(0.5)).toThrow('integers');
  expect(() => canonicalJson(2 ** 53)).toThrow('integers');
});

test.each([
  ['deck', { deck: { ...document.deck, blocks: 3 } }, 'draw.json, deck'],
  ['fixed', { fixed: [] }, 'rewards.json'],
  ['pacing', { pacing: 'daily' }, 'pacing'],
  ['programme', { programme: { from: '2025-05-06', to: '2025-09-16' } }, 'campaign.json'],
  ['the end', { whenDeckEnds: { kind: 'close' } }, 'whenDeckEnds'],
  [
    'part of the secret',
    { secretPartsSha256: ['00'.repeat(32), '0b'.repeat(32)] },
    'DRAW_PART_ONE',
  ],
  ['other part', { secretPartsSha256: ['0a'.repeat(32), '00'.repeat(32)] }, 'DRAW_PART_TWO'],
  ['secret', { secretSha256: '00'.repeat(32) }, 'the secret'],
  ['the key of the pseudonyms', { pseudonymKeySha256: '00'.repeat(32) }, 'PSEUDONYM_SECRET'],
  ['the id', { campaign: 'tea' }, 'id'],
  ['list of states', { states: ['Goa'] }, 'states.json'],
  ['kind of code', { packs: { ...packs, codes: 'loaded' } }, 'the codes of packs (packs.json)'],
  ['limit', { packs: { ...packs, claims: { perDay: 2, inAll: 11 } } }, 'packs.json, claims'],
  ['clock', { question: { ...question, seconds: null } }, 'the question (questions.json'],
  ['state asked', { question: { ...question, statesWithout: [] } }, 'rewards.json, question'],
  ['right answer', { question: { ...question, answersHmac: '00' } }, 'their right answers'],
] as const)('[CAM-5] another %s is named', (_, change, words) => {
  const asked = { ...document, question };
  expect(differencesOf(asked, { ...asked, ...change })).toEqual([expect.stringContaining(words)]);
});

test('[CAM-5] packs and a question that are gone are named', () => {
  const { question: _, ...gone } = { ...document, packs: null };
  expect(differencesOf({ ...document, question }, gone)).toEqual([
    'the codes of packs (packs.json)',
    'how often a number takes part (packs.json, claims)',
    'the question (questions.json; rewards.json, question)',
    'the questions and their right answers (questions.json)',
  ]);
});

test('[CAM-5] another version of the rules is named', () => {
  const old: DrawDocument = { ...document, ...JSON.parse('{"draw":"inaam-draw-1"}') };
  expect(differencesOf(old, document)).toEqual([
    'the rules of the draw, which are another version',
  ]);
});

test('[CAM-3] the pools are all that may be given away; the same document has no differences', () => {
  expect(differencesOf(document, structuredClone(document))).toEqual([]);
  expect(budgetPoolsOf(document).map(({ name, planned }) => `${name}=${planned}`)).toEqual([
    'chance:3=14',
    'chance:5=4',
    'chance:10=2',
    'reserve:3=7',
    'fixed:Tamil Nadu:3=40',
  ]);
  expect(plannedRupees(budgetPoolsOf(document))).toBe(14 * 3 + 4 * 5 + 2 * 10 + 7 * 3 + 40 * 3);
  expect(
    budgetPoolsOf({ ...document, whenDeckEnds: { kind: 'close' } }).map(({ kind }) => kind),
  ).toEqual(['chance', 'chance', 'chance', 'fixed']);
});

const pace = { blocks: 10, pacing: 'daily', programme: { from: '2025-05-06', to: '2025-05-09' } };

test.each([
  ['2025-05-04', 0],
  ['2025-05-05', 0],
  ['2025-05-06', 2],
  ['2025-05-07', 5],
  ['2025-05-08', 7],
  ['2025-05-09', 10],
  ['2025-05-10', 10],
  ['2026-01-01', 10],
])('[CAM-3] of 10 blocks in 4 days, %s has %i released', (day, blocks) => {
  const inForce = { blocks: 10, lastDay: pace.programme.to };
  expect(releasedBlocks({ ...pace, pacing: 'daily' }, inForce, day)).toBe(blocks);
  expect(releasedBlocks({ ...pace, pacing: null }, inForce, day)).toBe(10);
});

test.each([
  ['blocks are added', { blocks: 13, lastDay: '2025-05-09' }, [0, 5, 8, 10, 13]],
  ['the last day is later', { blocks: 10, lastDay: '2025-05-12' }, [0, 2, 5, 7, 10]],
  ['the last day is earlier', { blocks: 10, lastDay: '2025-05-07' }, [0, 2, 10, 10, 10]],
])('[CAM-3] the pace stays the committed one when %s', (_, inForce, blocks) => {
  const days = ['2025-05-05', '2025-05-06', '2025-05-07', '2025-05-08', '2025-05-09'];
  const daily = { ...pace, pacing: 'daily' } as const;
  expect(days.map((day) => releasedBlocks(daily, inForce, day))).toEqual(blocks);
});

test('[CAM-3] pacing never takes back a block, and releases all by the last day', () => {
  const day = (at: number) => new Date(Date.UTC(2025, 4, 6 + at)).toISOString().slice(0, 10);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(2000), (days, blocks) => {
      const own = {
        blocks,
        pacing: 'daily',
        programme: { from: day(0), to: day(days - 1) },
      } as const;
      let before = 0;
      for (let at = 0; at < days; at++) {
        const now = releasedBlocks(own, { blocks, lastDay: own.programme.to }, day(at));
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(before).toBe(blocks);
    }),
    { numRuns: 30 },
  );
});

test('[CAM-3] a closing campaign admits as many as it has cards, or fixed rewards for their state', () => {
  expect(admissionsOf(document)).toEqual([]);
  expect(admissionsOf({ ...document, whenDeckEnds: { kind: 'close' } })).toEqual([
    { pool: 'chance', capacity: 20 },
    { pool: 'fixed:Tamil Nadu:3', capacity: 40 },
  ]);
  expect(admissionPoolOf([act], 'Tamil Nadu', '2025-05-06')).toBe('fixed:Tamil Nadu:3');
  expect(admissionPoolOf([act], 'Tamil Nadu', '2025-05-05')).toBe('chance');
  expect(admissionPoolOf([act], 'Goa', '2025-05-06')).toBe('chance');
});

test.each([
  [0, [false, false, true]],
  [1, [true, false, true]],
  [2, [true, true, true]],
])('[CAM-3] with room for %i, two and one without limit are admitted: %j', (room, verdicts) => {
  expect(admit(['chance', 'chance', 'free'], new Map([['chance', room]]))).toEqual(verdicts);
});

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('[CAM-3] who holds one part learns nothing: whatever the part, every secret has exactly one other part', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, secret) => {
      const two = drawSecretOf([secret, one]);
      expect(drawSecretOf([one, two])).toEqual(secret);
      expect(drawSecretOf([two, one])).toEqual(secret);
      const other = Uint8Array.from(two);
      other[31] = (two[31] ?? 0) ^ 1;
      expect(drawSecretOf([one, other])).not.toEqual(secret);
    }),
  );
});
