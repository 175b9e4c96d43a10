import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मैं पुष्टि करता/करती हूँ कि मेरी उम्र {minAge} साल या उससे ज़्यादा है।',
  statementReason: 'यह ऑफ़र सिर्फ़ वयस्कों के लिए है, इसलिए शुरू में ही पूछते हैं।',
};
