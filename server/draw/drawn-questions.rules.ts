import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { budgetPoolName, type CommittedQuestion } from './commitment.rules.ts';

/** `drawNumber`: of a reward by chance; undefined for every other. */
export type Participation = {
  campaign: string;
  drawNumber: number | undefined;
  pseudonym: Uint8Array;
};

/**
 * Which of `count` questions a participation is asked: question 0 if its reward was not by chance,
 * so that nothing is drawn where chance is forbidden. Otherwise ⌊r · count / 2^64⌋; r = the first
 * 8 bytes, big-endian, of HMAC-SHA256(secret, ASCII `campaign|question|draw number|pseudonym`).
 */
export function questionOf(
  secret: Uint8Array,
  { campaign, drawNumber, pseudonym }: Participation,
  count: number,
): number {
  if (drawNumber === undefined) return 0;
  const words = `${campaign}|question|${drawNumber}|${bytesToHex(pseudonym)}`;
  const first = bytesToHex(hmac(sha256, secret, utf8ToBytes(words)).subarray(0, 8));
  return Number((BigInt(`0x${first}`) * BigInt(count)) >> 64n);
}

/** What a right answer adds to a reward; undefined if nothing, and then nobody is asked. */
export function bonusOf(
  { bonus, pools, statesWithout }: Pick<CommittedQuestion, 'bonus' | 'pools' | 'statesWithout'>,
  { state, amount }: { state: string; amount: number },
): { amount: number; pool: string } | undefined {
  if (statesWithout.includes(state)) return undefined;
  const found = pools.find((pool) => bonus === 'amount' || pool.amount === amount);
  return found && { amount: found.amount, pool: budgetPoolName('bonus', found.amount, null) };
}
