import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'ನಮ್ಮೊಂದಿಗೆ ಬಿಸ್ಕತ್ತು ಸವಿದಿದ್ದಕ್ಕೆ ಧನ್ಯವಾದ.',
};
