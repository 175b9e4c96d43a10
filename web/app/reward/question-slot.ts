import type { ComponentType } from 'react';

/** What a right answer adds to the ticket. */
export type Bonus = {
  /** In rupees. */
  amount: number;
  /** Of both vouchers together, and as it is shown. */
  total: number;
  written: string;
  /** The added part, as it is shown. */
  added: string;
  /** It was won just now, and is celebrated. */
  isNew: boolean;
};

/** On the reward's screen, in a campaign that asks a question (`features/question`). */
export type QuestionSlot = ComponentType<{
  amount: number;
  onBonus: (bonus: Bonus) => void;
}>;
