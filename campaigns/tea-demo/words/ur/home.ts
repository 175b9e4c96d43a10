import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'چائے بنائیے۔ پہیہ گھمائیے۔',
  promise: 'چائے کے ہر پیکٹ کے ساتھ \u2066₹{highest}\u2069 تک کا یقینی کیش بیک واؤچر، SMS سے۔',
  stepsTitle: 'چائے سے پہلے انعام تیار',
  steps: [
    { title: 'اپنا تعارف کرائیں', text: 'آپ کا نام، موبائل نمبر اور ریاست۔' },
    { title: 'اپنا نمبر پکا کریں', text: 'ہمارا بھیجا ہوا 6 ہندسوں کا کوڈ لکھیں۔' },
    { title: 'پہیہ گھمائیں', text: 'واؤچر {voucherDays} دن کے اندر SMS سے آ\u00A0جائے گا۔' },
  ],
  formTitle: 'چائے والا انعام لیں',
  mobileHint: '10 ہندسے۔ OTP اور واؤچر اسی نمبر پر بھیجے جائیں گے۔',
  smallPrint:
    'اندر QR کوڈ والا \u2066₹{packPrice}\u2069 کا چائے کا پیکٹ خریدنے والوں کے لیے، {from} سے {to} تک۔ ایک موبائل نمبر پر ایک ہی انعام۔',
};
