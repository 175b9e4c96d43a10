import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  thanks: 'ഞങ്ങളോടൊപ്പം ബിസ്ക്കറ്റ് ആസ്വദിച്ചതിന് നന്ദി.',
};
