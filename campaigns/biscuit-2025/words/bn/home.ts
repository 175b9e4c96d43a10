import { otp } from '../../../default-words/bn/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'প্রতিটি প্যাকে লুকিয়ে আছে একটি পুরস্কার',
  promise: '₹{highest} পর্যন্ত নিশ্চিত ক্যাশব্যাক ভাউচার পান, SMS-এ সোজা আপনার ফোনে।',
  stepsTitle: 'কীভাবে পাবেন',
  steps: [
    { title: 'রেজিস্টার করুন', text: 'আপনার নাম, মোবাইল নম্বর ও রাজ্য জানান।' },
    { title: otp.title, text: 'আপনার ফোনে 6 অঙ্কের একটি কোড পাঠাব।' },
    { title: 'পুরস্কার পান', text: 'ভাউচার {voucherDays} দিনের মধ্যে SMS-এ আসবে।' },
  ],
  formTitle: 'আপনার পুরস্কার নিন',
  mobileHint: '10টি অঙ্ক। আপনার OTP ও ভাউচার এই নম্বরেই আসবে।',
  smallPrint:
    'যাঁরা ₹{packPrice} দামের প্রোমোশনাল প্যাক কিনেছেন তাঁদের জন্য, {from} থেকে {to} পর্যন্ত। একটি মোবাইল নম্বরে একটিই পুরস্কার।',
};
