import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrawnCards } from './bound-draws.ts';

test('each draw number has the amount that was drawn, and no other has one', () => {
  const deck = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), {
    minLength: 1,
    maxLength: 256,
  });
  fc.assert(
    fc.property(deck, fc.array(fc.nat(), { maxLength: 10_000, size: 'max' }), (amounts, picks) => {
      const cards = new DrawnCards(amounts);
      const drawn = picks.map((pick) => amounts[pick % amounts.length] ?? 0);
      for (const amount of drawn) cards.push(amount);
      expect(cards.count).toBe(drawn.length);
      expect(drawn.map((_, number) => cards.at(number))).toEqual(drawn);
      for (const number of [-1, 0.5, drawn.length, drawn.length + 5000]) {
        expect(cards.at(number)).toBeUndefined();
      }
    }),
    { numRuns: 30 },
  );
});

test('an amount that is not in the deck is refused', () => {
  const cards = new DrawnCards([3, 5, 10]);
  expect(() => cards.push(4)).toThrow('no card of Rs 4');
  expect(cards.count).toBe(0);
  const many = Array.from({ length: 257 }, (_, at) => at + 1);
  expect(() => new DrawnCards(many)).toThrow('over 256 amounts');
});
