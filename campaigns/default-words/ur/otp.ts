import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'براہ کرم OTP کے تمام 6 ہندسے لکھیں';

export const otp: OtpWords = {
  title: 'اپنا OTP لکھیں',
  sentTo: 'ہم نے \u2066+91 {mobile}\u2069 پر 6 ہندسوں کا کوڈ بھیجا ہے۔',
  sent: 'ہم نے آپ کے موبائل نمبر پر 6 ہندسوں کا کوڈ بھیجا ہے۔',
  newest: 'نیا SMS نہیں آیا؟ ہمارے سب سے نئے SMS کا OTP اب بھی چلے گا۔',
  label: 'OTP',
  verify: 'تصدیق کریں',
  resend: 'OTP پھر بھیجیں',
  resendIn: 'آپ {wait} بعد اسے پھر منگوا سکتے ہیں',
  resendWait: 'OTP پھر منگوانے میں ابھی {wait} باقی ہیں۔',
  resendReady: 'اب آپ OTP پھر منگوا سکتے ہیں۔',
  resent: 'آپ کا OTP پھر بھیج دیا گیا ہے۔',
  resendFailed: 'OTP پھر نہیں بھیجا جا سکا۔ براہ کرم پھر کوشش کریں۔',
  changeNumber: 'نمبر بدلیں',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'براہ کرم صحیح OTP لکھیں',
    expired: 'OTP کا وقت نکل گیا ہے',
    invalidData: 'براہ کرم پھر کوشش کریں',
    elsewhere:
      'آپ کے نمبر پر ابھی جو کوڈ بھیجا گیا ہے، وہ کسی دوسرے براؤزر یا فون کے لیے ہے اور صرف وہیں کام کرتا ہے۔',
    noneHere: 'یہاں کوڈ پانے کے لیے “OTP پھر بھیجیں” دبائیں۔',
  },
};
