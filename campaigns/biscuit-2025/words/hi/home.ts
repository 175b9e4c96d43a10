import { otp } from '../../../default-words/hi/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'हर पैक में छिपा है एक इनाम!',
  promise: '₹{highest} तक का पक्का कैशबैक वाउचर पाएँ, सीधे आपके फ़ोन पर SMS से।',
  stepsTitle: 'इनाम ऐसे मिलेगा',
  steps: [
    { title: 'अपने बारे में बताएँ', text: 'अपना नाम, मोबाइल नंबर और राज्य भरें।' },
    { title: otp.title, text: 'हम आपके फ़ोन पर 6 अंकों का कोड भेजेंगे।' },
    { title: 'अपना इनाम पाएँ', text: 'वाउचर {voucherDays} दिन के अंदर SMS से आ जाएगा।' },
  ],
  formTitle: 'अपना इनाम लें',
  mobileHint: '10 अंक। आपका OTP और वाउचर इसी नंबर पर आएँगे।',
  smallPrint:
    'यह ₹{packPrice} का प्रमोशनल पैक खरीदने वालों के लिए है, {from} से {to} तक। एक मोबाइल नंबर पर एक ही इनाम।',
};
