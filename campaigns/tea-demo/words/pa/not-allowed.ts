import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'ਕੋਡ ₹{packPrice} ਦੇ ਚਾਹ ਦੇ ਪੈਕ ਦੇ ਢੱਕਣ ਦੇ ਅੰਦਰ ਹੈ। ਆਪਣੇ ਫ਼ੋਨ ਦਾ ਕੈਮਰਾ ਉਸਦੇ ਸਾਹਮਣੇ ਰੱਖੋ।',
};
