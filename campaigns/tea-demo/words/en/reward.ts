import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: 'In {state} everyone who takes part gets a fixed reward of ₹{amount}.',
  thanks: 'Thank you. Enjoy your tea!',
};
