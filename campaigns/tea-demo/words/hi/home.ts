import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'चाय बनाइए। व्हील घुमाइए।',
  promise: 'चाय के हर पैक के साथ ₹{highest} तक का पक्का कैशबैक वाउचर, SMS से।',
  stepsTitle: 'चाय से पहले इनाम तैयार',
  steps: [
    { title: 'अपना परिचय दें', text: 'नाम, मोबाइल नंबर और राज्य।' },
    { title: 'अपना नंबर पक्का करें', text: 'हमारा भेजा 6 अंकों का कोड लिखें।' },
    { title: 'व्हील घुमाएँ', text: 'वाउचर {voucherDays} दिन के अंदर SMS से आ जाएगा।' },
  ],
  formTitle: 'चाय वाला इनाम लें',
  mobileHint: '10 अंक। OTP और वाउचर इसी पर भेजे जाएँगे।',
  smallPrint:
    'अंदर QR कोड वाला ₹{packPrice} का चाय का पैक खरीदने वालों के लिए, {from} से {to} तक। एक मोबाइल नंबर पर एक ही इनाम।',
};
