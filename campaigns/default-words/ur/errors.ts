import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'سیشن نہیں ملا! براہ کرم صفحہ دوبارہ کھولیں',
  sessionExpired: 'آپ کا سیشن ختم ہو گیا ہے',
  network: 'براہ کرم اپنا نیٹ ورک دیکھیں اور پھر کوشش کریں',
  offline: 'آپ آف لائن ہیں',
  generic: 'کچھ گڑبڑ ہو گئی، تھوڑی دیر بعد پھر کوشش کریں',
  unexpected: 'اچانک کوئی گڑبڑ ہو گئی!',
  rewardSafe: 'آپ کا انعام محفوظ ہے۔',
  registerAgain:
    'آپ کا سیشن ختم ہو گیا ہے، مگر آپ کا انعام محفوظ ہے: براہ کرم اسی موبائل نمبر سے پھر رجسٹر کریں۔',
  registerFirst: 'براہ کرم پہلے رجسٹر کریں اور OTP سے اپنے نمبر کی تصدیق کریں۔',
  startAgain: 'پھر سے شروع کریں',
  popupTitle: 'براہ کرم توجہ دیں',
  offlineNow: 'آپ آف لائن ہیں۔ آپ کا لکھا ہوا کچھ ضائع نہیں ہوگا۔',
};
