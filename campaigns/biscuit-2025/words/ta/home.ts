import { otp } from '../../../default-words/ta/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ஒவ்வொரு பாக்கெட்டிலும் ஒரு சின்னப் பரிசு!',
  promise: '₹{highest} வரை உறுதியான கேஷ்பேக் வவுச்சர், SMS மூலம் உங்கள் ஃபோனுக்கு.',
  stepsTitle: 'எப்படி நடக்கிறது',
  steps: [
    { title: 'பதிவு செய்யுங்கள்', text: 'உங்கள் பெயர், மொபைல் எண், மாநிலத்தைச் சொல்லுங்கள்.' },
    { title: otp.title, text: 'உங்கள் ஃபோனுக்கு 6 இலக்கக் குறியீடு அனுப்புகிறோம்.' },
    { title: 'பரிசைப் பெறுங்கள்', text: 'உங்கள் வவுச்சர் {voucherDays} நாட்களுக்குள் SMS மூலம் வரும்.' },
  ],
  formTitle: 'உங்கள் பரிசைப் பெறுங்கள்',
  mobileHint: '10 இலக்கங்கள். உங்கள் OTP எண்ணும் வவுச்சரும் இந்த எண்ணுக்கு வரும்.',
  smallPrint:
    '₹{packPrice} சலுகைப் பாக்கெட்டை வாங்கியவர்களுக்கு, {from} முதல் {to} வரை. ஒரு மொபைல் எண்ணுக்கு ஒரு பரிசு.',
};
