import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} राज्यात भाग घेणाऱ्या प्रत्येकाला ₹{amount} चे ठरलेले बक्षीस मिळते.',
  thanks: 'धन्यवाद. चहाचा आनंद घ्या!',
};
