// The question after the reward, and its words. Server only.
import * as z from 'zod';
import { byAmount, count, fields, list, map, matching, whole } from './fields.ts';
import { sentence } from './sentence.ts';

const rewards = count('Write how many of them are set aside: they are part of the budget.');

/** What a right answer adds: one amount for all, or as much again as the reward. */
const bonus = z.union(
  [
    fields({ amount: count('Write an amount of the outcomes.'), rewards }),
    fields({ asMuchAgain: byAmount(rewards, 'Write each amount with the number set aside.') }),
  ],
  {
    error: () =>
      'must be {"amount": …, "rewards": …} or {"asMuchAgain": {"<amount>": <rewards>, …}}\nWrite what a right answer adds, and how many are set aside.',
  },
);

/** Absent: nobody is asked. */
export const questionsSchema = fields({
  bonus,
  seconds: whole(
    5,
    600,
    'Write for how many seconds it is shown, or leave it out.',
  ).exactOptional(),
  questions: list(
    fields({
      id: matching(
        /^[a-z][a-z0-9]{0,31}$/,
        '1 to 32 lower-case letters and digits, the first a letter',
        'Write the name that the words of this question have.',
      ),
      options: whole(2, 4, 'Write how many options there are.'),
      right: whole(0, 3, 'Write which option is right; the first is 0.'),
      picture: matching(
        /^question-[a-z0-9-]+\.svg$/,
        'a name such as "question-leaf.svg"',
        'Write a drawing of the folder art, or leave it out.',
      ).exactOptional(),
      video: matching(
        /^question-[a-z0-9-]+\.mp4$/,
        'a name such as "question-kettle.mp4"',
        'Write a video of the folder art, or leave it out.',
      ).exactOptional(),
    }),
    'Write the questions.',
    { max: 256 },
  ),
});

export type Questions = z.infer<typeof questionsSchema>;

/** By the id of the question. `options` in the order that `right` counts. */
export const questionWords = map(
  fields({
    question: sentence(),
    options: list(sentence(), 'Write its options.', { max: 4 }),
    /** Says what was right, after either answer. */
    right: sentence(),
  }),
  'Write the words of each question of questions.json.',
).prefault({});
