import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} માં ભાગ લેનાર દરેકને ₹{amount} નું નિશ્ચિત ઇનામ મળે છે.',
  thanks: 'આભાર. ચાની મજા માણો!',
};
