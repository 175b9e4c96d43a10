import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मैं पुष्टि करता/करती हूँ कि मैं कम से कम {minAge} साल का/की हूँ।',
  statementReason: 'यह ऑफ़र सिर्फ़ वयस्कों के लिए है, इसलिए पहले ही पूछ लेते हैं। सोडे में शराब नहीं है।',
};
