import { otp } from '../../../default-words/ur/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ہر پیکٹ میں چھپا ہے ایک انعام!',
  promise: '\u2066₹{highest}\u2069 تک کا یقینی کیش بیک واؤچر پائیں، سیدھے آپ کے فون پر SMS سے۔',
  stepsTitle: 'انعام ایسے ملے گا',
  steps: [
    { title: 'اپنے بارے میں بتائیں', text: 'اپنا نام، موبائل نمبر اور ریاست لکھیں۔' },
    { title: otp.title, text: 'ہم آپ کے فون پر 6 ہندسوں کا کوڈ بھیجیں گے۔' },
    {
      title: 'اپنا انعام پائیں',
      text: 'آپ کا واؤچر {voucherDays} دن کے اندر SMS سے آ\u00A0جائے گا۔',
    },
  ],
  formTitle: 'اپنا انعام لیں',
  mobileHint: '10 ہندسے۔ آپ کا OTP اور واؤچر اسی نمبر پر آئیں گے۔',
  smallPrint:
    'یہ \u2066₹{packPrice}\u2069 کا پروموشنل پیکٹ خریدنے والوں کے لیے ہے، {from} سے {to} تک۔ ایک موبائل نمبر پر ایک ہی انعام۔',
};
