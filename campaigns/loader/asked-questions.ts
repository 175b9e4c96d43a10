import type { Rewards } from '../schema/draw-schema.ts';
import type { Questions as QuestionsFile } from '../schema/questions-schema.ts';
import { bonusPoolsOf } from '../validation/question-checks.ts';

type AskedQuestion = {
  id: string;
  /** The number of options, and which of them is right; the first is 0. */
  options: number;
  right: number;
  /** Their addresses; empty if there is none. The picture is shown until the video is played. */
  imageUrl: string;
  videoUrl: string;
};

/** The question after the reward, as the server needs it: a browser gets one, when it is asked. */
export type Questions = {
  /** A right answer adds one amount for all, or as much again as the reward. */
  bonus: 'amount' | 'asMuchAgain';
  /** Each amount that may be added, with the number set aside; ascending. */
  pools: readonly { amount: number; rewards: number }[];
  /** For how long it is shown; null: no clock. */
  seconds: number | null;
  /** Sorted: where nobody is asked. */
  statesWithout: readonly string[];
  questions: readonly AskedQuestion[];
};

/** @param addresses of drawings and videos, by file */
export function askedQuestions(
  { bonus, seconds, questions }: QuestionsFile,
  { fixed }: Rewards,
  addresses: ReadonlyMap<string, string>,
): Questions {
  const without = fixed.filter(({ chance, question = chance }) => question === 'forbidden');
  return {
    bonus: 'amount' in bonus ? 'amount' : 'asMuchAgain',
    pools: bonusPoolsOf(bonus),
    seconds: seconds ?? null,
    statesWithout: without.map(({ state }) => state).toSorted(),
    questions: questions.map(({ id, options, right, picture = '', video = '' }) => ({
      id,
      options,
      right,
      imageUrl: addresses.get(picture) ?? '',
      videoUrl: addresses.get(video) ?? '',
    })),
  };
}
