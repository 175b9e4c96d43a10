import { otp } from '../../../default-words/mr/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'प्रत्येक पॅकमध्ये एक छोटेसे बक्षीस',
  promise: '₹{highest} पर्यंतचे हमखास कॅशबॅक व्हाउचर मिळवा, SMS ने थेट तुमच्या फोनवर.',
  stepsTitle: 'बक्षीस असे मिळेल',
  steps: [
    { title: 'रजिस्टर करा', text: 'तुमचे नाव, मोबाइल नंबर आणि राज्य सांगा.' },
    { title: otp.title, text: 'आम्ही तुमच्या फोनवर 6 अंकी कोड पाठवू.' },
    { title: 'तुमचे बक्षीस मिळवा', text: 'व्हाउचर {voucherDays} दिवसांत SMS ने येईल.' },
  ],
  formTitle: 'तुमचे बक्षीस घ्या',
  mobileHint: '10 अंक. तुमचा OTP आणि व्हाउचर याच नंबरवर येतील.',
  smallPrint:
    '₹{packPrice} चा प्रमोशनल पॅक विकत घेणाऱ्यांसाठी, {from} पासून {to} पर्यंत. एका मोबाइल नंबरवर एकच बक्षीस.',
};
