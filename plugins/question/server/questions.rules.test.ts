import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideQuestions, verdictOn } from './questions.rules.ts';
import { bonusOf, questionOf } from '@inaam/server/draw/drawn-questions.rules.ts';

const secret = new Uint8Array(32).fill(9);
const pseudonym = new Uint8Array(16).fill(0xab);

test('the question follows from secret, draw number and pseudonym, as the format says', () => {
  const drawn = (drawNumber: number, count: number) =>
    questionOf(secret, { campaign: 'tea', drawNumber, pseudonym }, count);
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 256 }), (drawNumber, count) => {
      const words = `tea|question|${drawNumber}|${'ab'.repeat(16)}`;
      const r = createHmac('sha256', secret).update(words).digest().readBigUInt64BE();
      expect(BigInt(drawn(drawNumber, count))).toBe((r * BigInt(count)) / 2n ** 64n);
    }),
  );
  const often = Array.from({ length: 400 }, (_, at) => drawn(at, 4));
  for (const question of [0, 1, 2, 3]) {
    expect(often.filter((one) => one === question).length).toBeGreaterThan(60);
  }
});

test('where nothing was drawn it is the first question', () => {
  expect(questionOf(secret, { campaign: 'tea', drawNumber: undefined, pseudonym }, 7)).toBe(0);
});

const again = {
  bonus: 'asMuchAgain',
  count: 2,
  pools: [
    { amount: 5, rewards: 2 },
    { amount: 10, rewards: 1 },
  ],
  seconds: null,
  statesWithout: ['Tamil Nadu'],
} as const;
const same = { ...again, bonus: 'amount', pools: [{ amount: 20, rewards: 3 }] } as const;

test.each([
  [again, 'Goa', 5, { amount: 5, pool: 'bonus:5' }],
  [again, 'Goa', 10, { amount: 10, pool: 'bonus:10' }],
  [again, 'Goa', 50, undefined],
  [again, 'Tamil Nadu', 5, undefined],
  [same, 'Goa', 5, { amount: 20, pool: 'bonus:20' }],
  [same, 'Goa', 50, { amount: 20, pool: 'bonus:20' }],
  [same, 'Tamil Nadu', 50, undefined],
])('with %j a right answer in %s adds to Rs %i: %j', (question, state, amount, bonus) => {
  expect(bonusOf(question, { state, amount })).toEqual(bonus);
});

test('no more are asked at once than each pool can pay', () => {
  const pools = (five: number, ten: number) =>
    new Map([
      ['bonus:5', { kind: 'bonus' as const, amount: 5, free: five }],
      ['bonus:10', { kind: 'bonus' as const, amount: 10, free: ten }],
    ]);
  const people = [5, 10, 5, 5, 10].map((amount) => ({ state: 'Goa', amount }));
  const asked = (five: number, ten: number) =>
    decideQuestions(people, again, pools(five, ten)).map((bonus) => bonus?.amount);
  expect(asked(9, 9)).toEqual([5, 10, 5, 5, 10]);
  expect(asked(2, 1)).toEqual([5, 10, 5, undefined, undefined]);
  expect(asked(0, 1)).toEqual([undefined, 10, undefined, undefined, undefined]);
  expect(decideQuestions(people, again, new Map())).toEqual(people.map(() => undefined));
});

const open = { question: 1, answer: undefined };
const options = [3, 2];

test.each([
  [undefined, 1, 0, 'invalidQuestion'],
  [open, 0, 0, 'invalidQuestion'],
  [open, -1, 0, 'invalidQuestion'],
  [open, 1, -1, 'invalidOption'],
  [open, 1, 2, 'invalidOption'],
  [open, 1, 0.5, 'invalidOption'],
  [open, 1, Number.NaN, 'invalidOption'],
  [open, 1, 0, 'new'],
  [open, 1, 1, 'new'],
  [{ question: 1, answer: 1 }, 1, 1, 'again'],
  [{ question: 1, answer: 1 }, 1, 0, 'alreadyAnswered'],
  [{ question: 1, answer: 0 }, 1, 1, 'alreadyAnswered'],
  [{ question: 1, answer: 0 }, 1, 2, 'invalidOption'],
  [{ question: 1, answer: 0 }, 0, 0, 'invalidQuestion'],
] as const)('to %j, question %d with option %d is %s', (asked, question, answer, verdict) => {
  expect(verdictOn(asked, { question, answer }, options)).toBe(verdict);
});
