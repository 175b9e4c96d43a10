// Messages of the server's refusals. Those that the client shows too are imported from its words.
import type { MessageWords } from '../../public/words.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

export const messages: MessageWords = {
  invalidName: 'براہ کرم اپنا نام 3 سے 35 حروف میں لکھیں۔',
  invalidMobile: 'براہ کرم 10 ہندسوں کا موبائل نمبر لکھیں جو 5، 6، 7، 8 یا 9 سے شروع ہو۔',
  emptyCity: 'براہ کرم اپنی ریاست کا کوئی شہر چنیں۔',
  format: 'براہ کرم صحیح ای میل لکھیں، زیادہ سے زیادہ 80 حروف کا۔',
  invalidAge:
    'براہ کرم {minAge} سے 120 تک کی عمر لکھیں: حصہ لینے کے لیے عمر {minAge} سال یا زیادہ ہونی چاہیے۔',
  invalidGender: 'براہ کرم دیے گئے اختیارات میں سے جنس چنیں۔',
  invalidData: 'براہ کرم اپنی تفصیلات جانچیں اور پھر کوشش کریں۔',
  participationLimit: 'اس موبائل نمبر پر انعام پہلے ہی لیا جا چکا ہے۔ اس کا واؤچر SMS سے آ رہا ہے۔',
  tryAgain: 'براہ کرم {wait} رکیں اور پھر کوشش کریں۔',
  invalidOtp: otp.errors.wrong,
  expiredOtp: otp.errors.expired,
  invalidUser: 'آپ اس موبائل نمبر سے حصہ نہیں لے سکتے۔ براہ کرم {email} پر لکھیں۔',
  pacedOut:
    'آج کے سارے انعام نکل چکے ہیں۔ آپ کا انعام آپ کے لیے رکھا ہے۔ براہ کرم {wait} بعد پھر آئیں۔',
  guarded:
    'آپ کے نمبر کی حفاظت کے لیے ہم اپنے دو سب سے نئے SMS کے OTP مانگتے ہیں۔ براہ کرم دوسرا OTP بھی لکھیں، یا {wait} بعد “OTP پھر بھیجیں” دبائیں۔',
  consentMissing: 'براہ کرم پہلے رازداری نوٹس کا جواب دیں۔',
  stateUnknown: 'براہ کرم فہرست میں سے اپنی ریاست چنیں۔',
  nothingPending: 'براہ کرم پہلے نیا OTP منگوائیں۔',
  sessionExpired: errors.sessionExpired,
  notStarted: 'پروگرام ابھی شروع نہیں ہوا۔ یہ {from} سے {to} تک چلے گا۔',
  ended: 'پروگرام ختم ہو گیا ہے۔ یہ {from} سے {to} تک چلا۔',
  paused:
    'پروگرام کچھ دیر کے لیے رکا ہوا ہے۔ جو آپ کا ہے وہ آپ کا ہی رہے گا: براہ کرم بعد میں آ کر پھر کوشش کریں۔',
  endedOrFull:
    'پروگرام ختم ہو گیا ہے۔ یہ {from} سے تب تک کھلا تھا جب تک ہر انعام کسی کے نام نہ ہو گیا، زیادہ سے زیادہ {to} تک۔',
  notPublished:
    'ابھی شائع نہیں ہوا: راز اور تمام انعاموں کی فہرست پروگرام ختم ہونے کے بعد شائع ہوگی، جب کوئی انعام نہ لیا جا سکے۔',
  tooLarge: 'ایک ہی بار میں بہت زیادہ بھیجا گیا۔ براہ کرم اپنی تفصیلات جانچیں اور پھر کوشش کریں۔',
  wrongType: 'ہم اسے پڑھ نہیں سکے۔ براہ کرم صفحہ دوبارہ کھولیں اور ایک بار پھر کوشش کریں۔',
  notFound: 'یہ ہمیں نہیں ملا۔ براہ کرم صفحہ دوبارہ کھولیں۔',
  wrongMethod: 'یہاں ایسا ممکن نہیں۔ براہ کرم صفحہ دوبارہ کھولیں۔',
  unavailable: 'اس وقت سائٹ پر بہت بھیڑ ہے۔ براہ کرم تھوڑی دیر میں پھر کوشش کریں۔',
  serverError: errors.generic,
};
