// The question after the reward: whether it is asked, which one, and what an answer is worth.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { budgetPoolName, type CommittedQuestion } from '../draw/commitment.rules.ts';
import type { OpenBudgetPools } from '../draw/promise.rules.ts';

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
  { bonus, pools, statesWithout }: CommittedQuestion,
  { state, amount }: { state: string; amount: number },
): { amount: number; pool: string } | undefined {
  if (statesWithout.includes(state)) return undefined;
  const found = pools.find((pool) => bonus === 'amount' || pool.amount === amount);
  return found && { amount: found.amount, pool: budgetPoolName('bonus', found.amount, null) };
}

export type Bonus = NonNullable<ReturnType<typeof bonusOf>>;

/**
 * Who is asked now: those for whose bonus something is left, in the order given. Each of
 * them gets a place in the pool until the answer.
 */
export function decideQuestions(
  rewarded: readonly { state: string; amount: number }[],
  question: CommittedQuestion,
  pools: OpenBudgetPools,
): (Bonus | undefined)[] {
  const left = new Map([...pools].map(([pool, { free }]) => [pool, free]));
  return rewarded.map((one) => {
    const bonus = bonusOf(question, one);
    const free = bonus ? (left.get(bonus.pool) ?? 0) : 0;
    if (!bonus || free < 1) return undefined;
    left.set(bonus.pool, free - 1);
    return bonus;
  });
}

export type AskedQuestion = {
  question: number;
  /** Undefined before the answer. */
  answer: number | undefined;
};

/** Of a question that was closed because nobody came back to it within a day. */
export const closedAnswer = -1;

/** How many options each question has. */
export const optionsOf = (questions: readonly { options: number }[]): number[] =>
  questions.map(({ options }) => options);

export type Verdict = 'invalidQuestion' | 'invalidOption' | 'alreadyAnswered' | 'again' | 'new';

/**
 * @param asked undefined: nothing was asked
 * @param given the question that is answered, -1 if there is no such question; and the option
 * @param options of each question
 * @returns `again`: the same answer as the first
 */
export function verdictOn(
  asked: AskedQuestion | undefined,
  given: { question: number; answer: number },
  options: readonly number[],
): Verdict {
  const isAsked = asked && asked.answer !== closedAnswer;
  if (!isAsked || given.question !== asked.question) return 'invalidQuestion';
  const { answer } = given;
  const isOption =
    Number.isInteger(answer) && answer >= 0 && answer < (options[asked.question] ?? 0);
  if (!isOption) return 'invalidOption';
  if (asked.answer === undefined) return 'new';
  return asked.answer === answer ? 'again' : 'alreadyAnswered';
}
