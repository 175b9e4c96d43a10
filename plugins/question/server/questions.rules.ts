// The question after the reward: whether it is asked, and what an answer does.
import { bonusOf } from '@inaam/server/draw/drawn-questions.rules.ts';
import type { OpenBudgetPools } from '@inaam/server/draw/promise.rules.ts';
import type { QuestionRefusal } from '../contract.ts';

export type Rules = Parameters<typeof bonusOf>[0];
export type Bonus = NonNullable<ReturnType<typeof bonusOf>>;

/**
 * Who is asked now: those for whose bonus something is left, in the order given. Each of
 * them gets a place in the pool until the answer.
 */
export function decideQuestions(
  rewarded: readonly { state: string; amount: number }[],
  question: Rules,
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

export type StoredQuestion = {
  /** Its place in the campaign's list. */
  question: number;
  /** What a right answer adds. */
  bonus: number;
  /** Undefined before the answer; `closedAnswer` once it was closed. */
  answer: number | undefined;
};

/** Of a question that was closed because nobody came back to it within a day. */
export const closedAnswer = -1;

/** How many options each question has. */
export const optionsOf = (questions: readonly { options: number }[]): number[] =>
  questions.map(({ options }) => options);

export type Verdict = QuestionRefusal | 'again' | 'new';

/**
 * @param asked undefined: nothing was asked
 * @param given the question that is answered, -1 if there is no such question; and the option
 * @param options of each question
 * @returns `again`: the same answer as the first
 */
export function verdictOn(
  asked: Pick<StoredQuestion, 'question' | 'answer'> | undefined,
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
