import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '\u2066₹{packPrice}\u2069 کی بوتل کا لیبل اتاریں: کوڈ اس کے پیچھے ہے۔ اپنے فون کا کیمرا اس کے سامنے رکھیں۔',
};
