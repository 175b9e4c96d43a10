import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'धन्यवाद। अब बरसने दो!' };
