import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} రాష్ట్రంలో పాల్గొనే ప్రతి ఒక్కరికీ ₹{amount} నిర్ణీత బహుమతి వస్తుంది.',
  thanks: 'ధన్యవాదాలు. టీని ఆస్వాదించండి!',
};
