import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, blockSize, takeCard, cardPosition, drawNext, wholeDeck } from './draw.rules.ts';

const secret = new Uint8Array(32).fill(7);

test('[CAM-1] a ticket is the first 8 bytes of the keyed hash, scaled to what remains', () => {
  const anyDraw = fc.record({
    block: fc.nat(1000),
    drawNumber: fc.nat(1_000_000),
    pseudonym: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    remaining: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(anyDraw, ({ block, drawNumber, pseudonym, remaining }) => {
      const words = `tea|${block}|${drawNumber}|${Buffer.from(pseudonym).toString('hex')}`;
      const first = createHmac('sha256', secret).update(words).digest().readBigUInt64BE(0);
      const ticket = cardPosition(
        secret,
        { campaign: 'tea', block, drawNumber, pseudonym },
        remaining,
      );
      expect(ticket).toBe(Number((first * BigInt(remaining)) / 2n ** 64n));
      expect(ticket).toBeGreaterThanOrEqual(0);
      expect(ticket).toBeLessThan(remaining);
    }),
  );
});

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [4, 1],
  [5, 2],
])('ticket %i of 2, 3 and 1 cards takes denomination %i', (ticket, index) => {
  const taken = takeCard([2, 3, 1], ticket);
  expect(taken.index).toBe(index);
  expect(taken.remaining.reduce((sum, count) => sum + count)).toBe(5);
});

test('a denomination that has run out is passed over, and a ticket beyond the cards is a defect', () => {
  expect(takeCard([0, 0, 2], 0).index).toBe(2);
  expect(() => takeCard([1, 1], 2)).toThrow('beyond the cards that remain');
});

test('draw numbers fill block after block, and the deck ends', () => {
  const plan = { cards: [2, 1], blocks: 2 };
  expect([0, 2, 3, 5, 6].map((number) => blockOf(plan, number))).toEqual([0, 0, 1, 1, undefined]);
  expect(blockSize(plan)).toBe(3);
});

const plan = { amounts: [3, 5, 10], cards: [7, 2, 1], blocks: 3 };
const pseudonymOf = (at: number) => new Uint8Array(16).fill(at);

/** Binds the first draw numbers to these pseudonyms in order. @returns their cards */
function drawAll(pseudonyms: readonly Uint8Array[]): number[] {
  let position = wholeDeck(plan);
  return pseudonyms.map((pseudonym) => {
    const { amount, after } = drawNext({ campaign: 'tea', plan, secret }, position, pseudonym);
    position = after;
    return amount;
  });
}

test('[CAM-3] each block gives exactly its cards, and then the deck ends', () => {
  const anyone = fc.array(fc.uint8Array({ minLength: 16, maxLength: 16 }), {
    minLength: 30,
    maxLength: 30,
  });
  fc.assert(
    fc.property(anyone, (pseudonyms) => {
      const amounts = drawAll(pseudonyms);
      for (const block of [0, 1, 2]) {
        const own = amounts.slice(block * 10, block * 10 + 10).toSorted((a, b) => a - b);
        expect(own).toEqual([3, 3, 3, 3, 3, 3, 3, 5, 5, 10]);
      }
      expect(() => drawAll([...pseudonyms, pseudonymOf(1)])).toThrow('the deck has ended');
    }),
  );
});

test('[CAM-3] cards without an amount are a defect, and no reward of nothing', () => {
  const unknown = { campaign: 'tea', secret, plan: { ...plan, amounts: [] } };
  expect(() => drawNext(unknown, wholeDeck(plan), pseudonymOf(1))).toThrow('than amounts');
});

test('[CAM-3] a card does not depend on what is bound after it', () => {
  const before = drawAll(Array.from({ length: 12 }, (_, at) => pseudonymOf(at)));
  const more = drawAll(Array.from({ length: 20 }, (_, at) => pseudonymOf(at < 12 ? at : 99 - at)));
  expect(more.slice(0, 12)).toEqual(before);
});
