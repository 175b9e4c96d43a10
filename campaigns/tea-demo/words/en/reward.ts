// The three reward screens.
import type { RewardWords } from '../../../public/words.ts';

export const reward: RewardWords = {
  congratulations: 'Congratulations!',
  won: 'You have won Rs. {amount}',
  voucher: 'Your gift voucher comes by SMS within 10 days.',
  validity: 'It is valid for 1 year.',
  fixedNote: 'In {state} everyone who takes part gets a fixed reward of Rs. {amount}.',
  thanks: 'Thank you. Enjoy your tea!',
};
