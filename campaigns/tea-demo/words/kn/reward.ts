import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} ರಾಜ್ಯದಲ್ಲಿ ಭಾಗವಹಿಸುವ ಪ್ರತಿಯೊಬ್ಬರಿಗೂ ₹{amount} ನಿಗದಿತ ಬಹುಮಾನ ಸಿಗುತ್ತದೆ.',
  thanks: 'ಧನ್ಯವಾದ. ಚಹಾ ಸವಿಯಿರಿ!',
};
