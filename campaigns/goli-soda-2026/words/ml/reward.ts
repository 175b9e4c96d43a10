import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'നന്ദി. ഇനി മഴ പെയ്യട്ടെ!' };
