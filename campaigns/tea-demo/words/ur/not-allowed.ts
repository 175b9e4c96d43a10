import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'کوڈ \u2066₹{packPrice}\u2069 کے چائے کے پیکٹ کے ڈھکن کے اندر ہے۔ اپنے فون کا کیمرا اس کے سامنے رکھیں۔',
};
