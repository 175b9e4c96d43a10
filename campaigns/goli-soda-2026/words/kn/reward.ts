import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = { thanks: 'ಧನ್ಯವಾದ. ಇನ್ನು ಮಳೆ ಸುರಿಯಲಿ!' };
