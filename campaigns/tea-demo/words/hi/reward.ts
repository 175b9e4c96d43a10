import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} में भाग लेने वाले हर व्यक्ति को ₹{amount} का तय इनाम मिलता है।',
  thanks: 'धन्यवाद। चाय का मज़ा लीजिए!',
};
