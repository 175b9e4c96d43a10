import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, blockSize, takeCard, ticketOf } from './draw.ts';
import { decideRewards, fixedRewardOf, type DeckState, type FixedReward } from './reward.ts';

const secret = new Uint8Array(32).fill(7);
const law: FixedReward = {
  state: 'Tamil Nadu',
  amount: 3,
  law: 'an act',
  from: '2025-05-06',
  until: null,
};

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
      const ticket = ticketOf(secret, { campaign: 'tea', block, drawNumber, pseudonym }, remaining);
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

const stateOf = (blocks: number, reserve: number): DeckState => ({
  campaign: 'tea',
  plan: { denominations: [3, 5, 10], cards: [7, 2, 1], blocks },
  nextDraw: 0,
  remaining: new Map(Array.from({ length: blocks }, (_, block) => [block, [7, 2, 1]])),
  reserve: { amount: 3, left: reserve },
});
const claims = (count: number, state = 'Goa') =>
  Array.from({ length: count }, (_, at) => ({
    pseudonym: Uint8Array.from({ length: 16 }, (_, byte) => (at >> (byte * 8)) & 255),
    state,
    today: '2025-07-01',
  }));

test('[CAM-3] each block gives exactly its cards, however the claims are batched', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 30 }),
      (sizes) => {
        let deck = stateOf(2, 100);
        const granted = [];
        const waiting = claims(20);
        for (const size of sizes) {
          const decided = decideRewards(
            waiting.splice(0, size),
            { fixed: [], drawSecret: secret },
            deck,
          );
          granted.push(...decided.grants);
          deck = decided.after;
        }
        for (const block of [0, 1]) {
          const drawn = granted.filter(
            (grant) => grant?.kind === 'chance' && grant.block === block,
          );
          const left = deck.remaining.get(block) ?? [];
          const counts = [3, 5, 10].map(
            (amount) => drawn.filter((grant) => grant?.amount === amount).length,
          );
          expect(counts.map((count, place) => count + (left[place] ?? 0))).toEqual([7, 2, 1]);
        }
        const numbers = granted.flatMap((grant) =>
          grant?.kind === 'chance' ? [grant.drawNumber] : [],
        );
        expect(numbers).toEqual(numbers.map((_, at) => at));
      },
    ),
  );
});

test('[CAM-3] after the deck the reserve pays, after the reserve nobody is told anything false', () => {
  const { grants, after } = decideRewards(
    claims(23),
    { fixed: [], drawSecret: secret },
    stateOf(2, 2),
  );
  expect(grants.slice(0, 20).every((grant) => grant?.kind === 'chance')).toBe(true);
  expect(grants.slice(20)).toEqual([
    { kind: 'reserve', amount: 3 },
    { kind: 'reserve', amount: 3 },
    undefined,
  ]);
  expect(after).toMatchObject({ nextDraw: 20, reserve: { left: 0 } });
});

test('[CAM-1] Tamil Nadu never reaches the draw: with a deck that cannot be drawn from it gets its 3', () => {
  const broken: DeckState = { ...stateOf(1, 0), remaining: new Map() };
  const decide = (state: string) =>
    decideRewards(claims(1, state), { fixed: [law], drawSecret: secret }, broken);
  expect(decide('Tamil Nadu')).toEqual({ grants: [{ kind: 'fixed', amount: 3 }], after: broken });
  expect(() => decide('Goa')).toThrow('Failed to draw');
});

test.each([
  ['2025-05-05', undefined],
  ['2025-05-06', 3],
  ['2025-08-31', 3],
  ['2025-09-01', undefined],
])('[CAM-1] a law from 6 May to 31 August gives on %s: %s', (today, amount) => {
  const dated = { ...law, until: '2025-08-31' };
  expect(fixedRewardOf([dated], 'Tamil Nadu', today)?.amount).toBe(amount);
  expect(fixedRewardOf([dated], 'Kerala', today)).toBeUndefined();
});
