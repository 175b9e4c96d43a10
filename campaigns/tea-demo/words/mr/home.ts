import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'चहा करा. चाक फिरवा.',
  promise: 'चहाच्या प्रत्येक पॅकसोबत ₹{highest} पर्यंतचे हमखास कॅशबॅक व्हाउचर, SMS ने.',
  stepsTitle: 'चहा होण्याआधी बक्षीस तयार',
  steps: [
    { title: 'तुमची ओळख सांगा', text: 'तुमचे नाव, मोबाइल नंबर आणि राज्य.' },
    { title: 'तुमचा नंबर पक्का करा', text: 'आम्ही पाठवलेला 6 अंकी कोड लिहा.' },
    { title: 'चाक फिरवा', text: 'व्हाउचर {voucherDays} दिवसांत SMS ने येईल.' },
  ],
  formTitle: 'चहाचे बक्षीस घ्या',
  mobileHint: '10 अंक. OTP आणि व्हाउचर आम्ही याच नंबरवर पाठवतो.',
  smallPrint:
    'आत QR कोड असलेला ₹{packPrice} चा चहाचा पॅक विकत घेणाऱ्यांसाठी, {from} पासून {to} पर्यंत. एका मोबाइल नंबरवर एकच बक्षीस.',
};
