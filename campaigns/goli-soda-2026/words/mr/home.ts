import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'पावसात सोडा, सोड्यात बक्षीस',
  promise: 'प्रत्येक बाटलीच्या लेबलमागे हमखास कॅशबॅक व्हाउचर: ₹{highest} पर्यंत, म्हणजे अख्ख्या बाटलीचे पैसे परत.',
  stepsTitle: 'तीन घोटांत बक्षीस',
  steps: [
    { title: 'नाव सांगा', text: 'तुमचे नाव, मोबाइल नंबर आणि राज्य.' },
    { title: 'कोड लिहा', text: 'SMS ने आलेले 6 अंक.' },
    { title: 'चाक फिरवा', text: 'व्हाउचर {voucherDays} दिवसांत SMS ने येईल.' },
  ],
  formTitle: 'तुमचे बक्षीस उघडा',
  mobileHint: '10 अंक. OTP आणि व्हाउचर याच नंबरवर येतील.',
  smallPrint:
    'लेबलमागे QR कोड असलेली ₹{packPrice} ची बाटली विकत घेणाऱ्यांसाठी, {from} पासून {to} पर्यंत, व्हाउचर शिल्लक असेपर्यंत. एका मोबाइल नंबरवर एकच बक्षीस.',
};
