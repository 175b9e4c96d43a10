import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  name: 'نام',
  mobile: 'موبائل نمبر',
  state: 'ریاست',
  stateChoose: 'اپنی ریاست چنیں',
  agree:
    'میری عمر 18 سال یا اس سے زیادہ ہے، میں بھارت میں رہتا/رہتی ہوں، اور مجھے {terms} منظور ہیں۔',
  getOtp: 'OTP پائیں',
  trust: {
    number: 'آپ کا نمبر OTP، واؤچر اور ایک نمبر پر ایک انعام کے لیے ہے، اشتہار کے لیے کبھی نہیں۔',
    calls: 'OTP پوچھنے کے لیے آپ کو کبھی کوئی فون نہیں کرے گا۔ اسے کسی کو نہ بتائیں۔',
    promoter: 'یہ آفر {promoter} کی طرف سے ہے۔ کوئی سوال؟ \u2066{phone}\u2069 پر فون کریں۔',
    draw: 'ہر قرعہ کوئی بھی جانچ سکتا ہے',
  },
  errors: {
    nameRequired: '*براہ کرم اپنا نام لکھیں',
    nameTooShort: '*نام میں کم از کم 3 حروف ہونے چاہئیں',
    stateRequired: '*براہ کرم اپنی ریاست چنیں',
    mobileRequired: '*براہ کرم 10 ہندسوں کا نمبر لکھیں',
    mobileInvalid: '*براہ کرم 10 ہندسوں کا صحیح نمبر لکھیں',
    ageConsent: '*براہ کرم تصدیق کریں کہ آپ کی عمر 18 سال یا اس سے زیادہ ہے',
    termsConsent: '*براہ کرم شرائط و ضوابط پر رضامندی دیں',
    mobileRefused: 'یہ موبائل نمبر صحیح نہیں ہے',
    nameRefused: 'یہ نام صحیح نہیں ہے',
  },
};
