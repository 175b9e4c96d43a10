import type { CampaignWords } from '../../../public/words.ts';

export const entry: CampaignWords['entry'] = { brand: 'انعام سوڈا' };
