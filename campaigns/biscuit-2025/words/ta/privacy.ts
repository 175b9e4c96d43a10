import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'என் பகுதியில் மது அருந்துவதற்கான சட்டப்பூர்வ வயதைக் கடந்தவன்/கடந்தவள் என்று உறுதி அளிக்கிறேன்.',
  statementReason:
    'இந்தச் சலுகை பெரியவர்களுக்கு மட்டும், அதனால் தொடங்கும் முன் கேட்கிறோம். பாக்கெட்டில் மது எதுவும் இல்லை.',
};
