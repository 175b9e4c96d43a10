import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'எனக்கு {minAge} வயது அல்லது அதற்கு மேல் என்று உறுதி அளிக்கிறேன்.',
  statementReason: 'இந்தச் சலுகை பெரியவர்களுக்கு மட்டும், அதனால் தொடங்கும் முன் கேட்கிறோம்.',
};
