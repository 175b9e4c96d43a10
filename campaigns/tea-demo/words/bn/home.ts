import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'চা বানান। চাকা ঘোরান।',
  promise: 'চায়ের প্রতিটি প্যাকে ₹{highest} পর্যন্ত নিশ্চিত ক্যাশব্যাক ভাউচার, SMS-এ।',
  stepsTitle: 'চা হওয়ার আগেই পুরস্কার তৈরি',
  steps: [
    { title: 'নিজের পরিচয় দিন', text: 'আপনার নাম, মোবাইল নম্বর ও রাজ্য।' },
    { title: 'নম্বরটি নিশ্চিত করুন', text: 'আমাদের পাঠানো 6 অঙ্কের কোডটি লিখুন।' },
    { title: 'চাকা ঘোরান', text: 'ভাউচার {voucherDays} দিনের মধ্যে SMS-এ আসবে।' },
  ],
  formTitle: 'চায়ের পুরস্কার নিন',
  mobileHint: '10টি অঙ্ক। OTP ও ভাউচার এই নম্বরেই পাঠাব।',
  smallPrint:
    'যাঁরা ভিতরে QR কোড থাকা ₹{packPrice} দামের চায়ের প্যাক কিনেছেন তাঁদের জন্য, {from} থেকে {to} পর্যন্ত। একটি মোবাইল নম্বরে একটিই পুরস্কার।',
};
