import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'Congratulations!',
  won: 'You have won Rs. {amount}',
  voucher: 'Your gift voucher comes by SMS within 10 days.',
  validity: 'It is valid for 1 year.',
  alreadyThere: 'The reward for {mobile} is already yours: ₹{amount}. Its voucher comes by SMS.',
  fixedNote: 'Everyone who takes part from {state} gets a fixed reward of ₹{amount}.',
};
