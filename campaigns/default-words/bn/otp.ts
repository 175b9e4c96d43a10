import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'দয়া করে OTP-র 6টি অঙ্কই লিখুন';

export const otp: OtpWords = {
  title: 'আপনার OTP লিখুন',
  sentTo: 'আমরা +91 {mobile} নম্বরে 6 অঙ্কের একটি কোড পাঠিয়েছি।',
  sent: 'আমরা আপনার মোবাইল নম্বরে 6 অঙ্কের একটি কোড পাঠিয়েছি।',
  newest: 'নতুন SMS আসেনি? আমাদের সবচেয়ে নতুন SMS-এর OTP এখনও চলবে।',
  label: 'OTP',
  verify: 'যাচাই করুন',
  resend: 'আবার OTP পাঠান',
  resendIn: '{wait} পরে আবার চাইতে পারবেন',
  resendWait: 'আবার OTP চাইতে আর {wait} বাকি।',
  resendReady: 'এখন আপনি আবার OTP চাইতে পারেন।',
  resent: 'আপনার OTP আবার পাঠানো হয়েছে।',
  resendFailed: 'OTP আবার পাঠানো গেল না। দয়া করে আবার চেষ্টা করুন।',
  changeNumber: 'নম্বর বদলান',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'দয়া করে ঠিক OTP লিখুন',
    expired: 'OTP-র সময় পেরিয়ে গেছে',
    invalidData: 'দয়া করে আবার চেষ্টা করুন',
    elsewhere:
      'আপনার নম্বরে এইমাত্র যে কোড পাঠানো হয়েছে, সেটি অন্য একটি ব্রাউজার বা ফোনের জন্য আর শুধু সেখানেই কাজ করে।',
    noneHere: 'এখানে কোড পেতে “আবার OTP পাঠান” টিপুন।',
  },
};
