import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: 'کوڈ \u2066₹{packPrice}\u2069 کے پروموشنل پیکٹ پر ہے۔ اپنے فون کا کیمرا کھولیں اور کوڈ کے سامنے رکھیں۔',
};
