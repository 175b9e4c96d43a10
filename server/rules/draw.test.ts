import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, blockSize, takeCard, cardPosition } from './draw.ts';

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
])('ticket %i of 2, 3 and 1 cards takes denomination %i', (ticket, place) => {
  const taken = takeCard([2, 3, 1], ticket);
  expect(taken.place).toBe(place);
  expect(taken.remaining.reduce((sum, count) => sum + count)).toBe(5);
});

test('a denomination that has run out is passed over, and a ticket beyond the cards is a defect', () => {
  expect(takeCard([0, 0, 2], 0).place).toBe(2);
  expect(() => takeCard([1, 1], 2)).toThrow(RangeError);
});

test('draw numbers fill block after block, and the deck ends', () => {
  const plan = { cards: [2, 1], blocks: 2 };
  expect([0, 2, 3, 5, 6].map((number) => blockOf(plan, number))).toEqual([0, 0, 1, 1, undefined]);
  expect(blockSize(plan)).toBe(3);
});
