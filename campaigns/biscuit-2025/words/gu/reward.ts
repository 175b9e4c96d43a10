import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'અમારી સાથે બિસ્કિટની મજા માણવા બદલ આભાર.',
};
