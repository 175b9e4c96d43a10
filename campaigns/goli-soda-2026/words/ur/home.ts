import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'بارش میں سوڈا، سوڈے میں انعام',
  promise:
    'ہر بوتل کے لیبل کے پیچھے یقینی کیش بیک واؤچر: \u2066₹{highest}\u2069 تک، یعنی پوری بوتل کے پیسے واپس۔',
  stepsTitle: 'تین گھونٹ میں انعام',
  steps: [
    { title: 'اپنا نام بتائیں', text: 'آپ کا نام، موبائل نمبر اور ریاست۔' },
    { title: 'کوڈ لکھیں', text: 'SMS سے آئے 6 ہندسے۔' },
    { title: 'پہیہ گھمائیں', text: 'واؤچر {voucherDays} دن کے اندر SMS سے آ\u00A0جائے گا۔' },
  ],
  formTitle: 'اپنا انعام کھولیں',
  mobileHint: '10 ہندسے۔ OTP اور واؤچر اسی نمبر پر آئیں گے۔',
  smallPrint:
    'لیبل کے پیچھے QR کوڈ والی \u2066₹{packPrice}\u2069 کی بوتل خریدنے والوں کے لیے، {from} سے {to} تک، جب تک واؤچر باقی ہیں۔ ایک موبائل نمبر پر ایک ہی انعام۔',
};
