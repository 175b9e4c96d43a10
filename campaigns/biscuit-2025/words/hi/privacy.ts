import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मैं पुष्टि करता/करती हूँ कि मेरी उम्र मेरे इलाके में शराब पीने की कानूनी उम्र से ज़्यादा है।',
  statementReason: 'यह ऑफ़र सिर्फ़ वयस्कों के लिए है, इसलिए शुरू में ही पूछते हैं। पैक में शराब नहीं है।',
};
