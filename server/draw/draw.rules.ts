// The draw (docs/decisions/0005): a keyed hash picks from an exact number of cards per block. An
// auditor can recompute it once the secret is published.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** `cards` per block, by denomination (rupees, ascending). */
export type DeckPlan = {
  /** Whole rupees, ascending. */
  amounts: readonly number[];
  /** Cards of one block, in the order of `amounts`. */
  cards: readonly number[];
  blocks: number;
};

export function blockSize(plan: Pick<DeckPlan, 'cards'>): number {
  return plan.cards.reduce((sum, count) => sum + count, 0);
}

/** `undefined` beyond the end of the deck. */
export function blockOf(
  plan: Pick<DeckPlan, 'cards' | 'blocks'>,
  drawNumber: number,
): number | undefined {
  const block = Math.floor(drawNumber / blockSize(plan));
  return block < plan.blocks ? block : undefined;
}

export type Draw = {
  campaign: string;
  block: number;
  drawNumber: number;
  pseudonym: Uint8Array;
};

/**
 * r = the first 8 bytes, big-endian, of HMAC-SHA256(secret, ASCII
 * `campaign|block|number|pseudonym`); ticket = ⌊r · remaining / 2^64⌋.
 * @param remaining cards left in the block, 1 or more
 */
export function cardPosition(secret: Uint8Array, draw: Draw, remaining: number): number {
  const words = `${draw.campaign}|${draw.block}|${draw.drawNumber}|${bytesToHex(draw.pseudonym)}`;
  const first = bytesToHex(hmac(sha256, secret, utf8ToBytes(words)).subarray(0, 8));
  return Number((BigInt(`0x${first}`) * BigInt(remaining)) >> 64n);
}

/**
 * @returns the index of the denomination, and the cards left
 * @throws RangeError if the block's rows do not match the head: a defect
 */
export function takeCard(
  remaining: readonly number[],
  ticket: number,
): { index: number; remaining: number[] } {
  let passed = 0;
  for (const [index, count] of remaining.entries()) {
    passed += count;
    if (ticket < passed) return { index, remaining: remaining.with(index, count - 1) };
  }
  throw new RangeError(
    'Failed to draw: the ticket lies beyond the cards that remain in this block.',
  );
}

/** The next draw number, and the cards that are left in its block. */
export type DeckPosition = { nextDraw: number; remaining: readonly number[] };

export const wholeDeck = (plan: DeckPlan): DeckPosition => ({ nextDraw: 0, remaining: plan.cards });

/**
 * The card of the next draw number. It depends only on the secret and on the pseudonyms bound in
 * the ledger to this and earlier draw numbers of the block.
 * @throws RangeError if the deck has ended
 */
export function drawNext(
  { campaign, plan, secret }: { campaign: string; plan: DeckPlan; secret: Uint8Array },
  { nextDraw, remaining }: DeckPosition,
  pseudonym: Uint8Array,
): { amount: number; after: DeckPosition } {
  const block = blockOf(plan, nextDraw);
  if (block === undefined) throw new RangeError('Failed to draw: the deck has ended.');
  const cards = remaining.reduce((sum, count) => sum + count, 0);
  const draw = { campaign, block, drawNumber: nextDraw, pseudonym };
  const taken = takeCard(remaining, cardPosition(secret, draw, cards));
  const amount = plan.amounts[taken.index];
  if (amount === undefined)
    throw new RangeError('Failed to draw: the deck has more kinds of cards than amounts.');
  const isBlockEmpty = cards === 1;
  return {
    amount,
    after: { nextDraw: nextDraw + 1, remaining: isBlockEmpty ? plan.cards : taken.remaining },
  };
}
