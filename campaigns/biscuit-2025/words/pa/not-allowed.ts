import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'ਕੋਡ ₹{packPrice} ਦੇ ਪ੍ਰਮੋਸ਼ਨਲ ਪੈਕ ਉੱਤੇ ਹੈ। ਆਪਣੇ ਫ਼ੋਨ ਦਾ ਕੈਮਰਾ ਖੋਲ੍ਹੋ ਅਤੇ ਕੋਡ ਦੇ ਸਾਹਮਣੇ ਰੱਖੋ।',
};
