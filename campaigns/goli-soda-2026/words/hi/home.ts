import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'बारिश में सोडा, सोडे में इनाम',
  promise: 'हर बोतल के लेबल के पीछे पक्का कैशबैक वाउचर: ₹{highest} तक, यानी पूरी बोतल के पैसे वापस।',
  stepsTitle: 'तीन घूँट में इनाम',
  steps: [
    { title: 'अपना परिचय दें', text: 'आपका नाम, मोबाइल नंबर और राज्य।' },
    { title: 'कोड लिखें', text: 'SMS से आए 6 अंक।' },
    { title: 'व्हील घुमाएँ', text: 'वाउचर {voucherDays} दिन के अंदर SMS से आ जाएगा।' },
  ],
  formTitle: 'अपना इनाम खोलें',
  mobileHint: '10 अंक। OTP और वाउचर इसी नंबर पर आएँगे।',
  smallPrint:
    'लेबल के पीछे QR कोड वाली ₹{packPrice} की बोतल खरीदने वालों के लिए, {from} से {to} तक, जब तक वाउचर बाकी हैं। एक मोबाइल नंबर पर एक ही इनाम।',
};
