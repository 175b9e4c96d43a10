// What a campaign commits to: rewards.json and draw.json.
import * as z from 'zod';
import { byAmount, count, day, fields, line, list, oneOf, whole } from './fields.ts';

/** Of the wheel: its faces lie 20 degrees apart. */
export const outcomesMax = 18;

const permissions = ['forbidden', 'allowed'] as const;
const screens = ['reward', 'tnreward', 'congrats'] as const;
const amount = count('Write the amount in rupees.');

/** A reward that everyone in a state gets, without chance, for a legal reason. */
const fixedReward = fields({
  state: line('Write a state of states.json.'),
  amount,
  /** Where it is forbidden, the database refuses rewards by chance. */
  chance: oneOf(permissions, 'Write whether the law there lets a reward depend on chance.'),
  /** Whether the question of skill is asked there. */
  question: oneOf(
    permissions,
    'Write whether a reward may depend on a question there, or leave it out for the same as chance.',
  ).exactOptional(),
  law: line('Write the name of the law that asks for it.'),
  from: day('Write the first day it holds, Indian time.'),
  until: day('Write the last day on which it applies, or null if there is no end.').nullable(),
  /** Beyond them the reserve pays, not the deck. */
  rewards: count('Write how many of them are planned: they are part of the budget.'),
});

export type FixedReward = z.infer<typeof fixedReward>;

export const rewardsSchema = fields({
  outcomes: list(
    fields({
      amount,
      angle: whole(0, 359, "Write the middle of the face in degrees clockwise from 12 o'clock."),
      screen: oneOf(screens, 'Write the screen that the winner goes to.'),
    }),
    'Write the faces of the wheel.',
    { max: outcomesMax },
  ),
  fixed: list(fixedReward, 'Write the fixed rewards, or [] where there are none.', {
    min: 0,
    max: 100,
  }),
});

export type Rewards = z.infer<typeof rewardsSchema>;

/** Deck and rules of the chance draw (Design 5). */
export const drawSchema = fields({
  /** `cards` of one block. */
  deck: fields({
    cards: byAmount(
      count('Write how many cards a block holds.'),
      'Write each amount with its number of cards.',
    ),
    blocks: count('Write how many blocks the budget pays for.'),
  }),
  /** What happens when every block is empty. */
  whenDeckEnds: z.discriminatedUnion(
    'kind',
    [
      fields({
        kind: z.literal('reserve'),
        amount: count('Write an amount of the outcomes.'),
        rewards: count('Write how many of them are set aside.', 0),
      }),
      fields({ kind: z.literal('close') }),
    ],
    {
      error: () =>
        'must be {"kind": "reserve", …} or {"kind": "close"}\nWrite what happens when the deck ends: a reserve of one amount pays, or nobody more is admitted than can be paid.',
    },
  ),
  /** `daily`: each day releases its share of the blocks; unused ones carry over. */
  pacing: oneOf(
    ['daily'],
    'Write "daily" to release the blocks of the deck day by day, or null to have no pace.',
  ).nullable(),
  budgetRupees: whole(
    1,
    Number.MAX_SAFE_INTEGER,
    'Write the rupees of deck, reserve and fixed rewards together.',
  ),
});

export type Draw = z.infer<typeof drawSchema>;
