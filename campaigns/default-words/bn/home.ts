import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  name: 'নাম',
  mobile: 'মোবাইল নম্বর',
  state: 'রাজ্য',
  stateChoose: 'আপনার রাজ্য বেছে নিন',
  agree: 'আমার বয়স 18 বছর বা তার বেশি, আমি ভারতে থাকি, আর আমি {terms} মেনে নিচ্ছি।',
  getOtp: 'OTP নিন',
  trust: {
    number:
      'আপনার নম্বর শুধু OTP আর ভাউচার পাঠাতে এবং এক নম্বরে একটিই পুরস্কার দিতে কাজে লাগে, বিজ্ঞাপনের জন্য কখনও নয়।',
    calls: 'OTP জানতে কেউ কখনও আপনাকে ফোন করবে না। এটি কাউকে বলবেন না।',
    promoter: 'এই অফার {promoter}-এর। কিছু জানতে চাইলে {phone} নম্বরে ফোন করুন।',
    draw: 'যে কেউ প্রতিটি ড্র যাচাই করতে পারেন',
  },
  errors: {
    nameRequired: '*দয়া করে আপনার নাম লিখুন',
    nameTooShort: '*নামে কমপক্ষে 3টি অক্ষর থাকতে হবে',
    stateRequired: '*দয়া করে আপনার রাজ্য বেছে নিন',
    mobileRequired: '*দয়া করে 10 অঙ্কের নম্বর লিখুন',
    mobileInvalid: '*দয়া করে 10 অঙ্কের ঠিক নম্বর লিখুন',
    ageConsent: '*দয়া করে নিশ্চিত করুন যে আপনার বয়স 18 বছর বা তার বেশি',
    termsConsent: '*দয়া করে নিয়ম ও শর্তে সম্মতি দিন',
    mobileRefused: 'মোবাইল নম্বরটি ঠিক নয়',
    nameRefused: 'নামটি ঠিক নয়',
  },
};
