import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'বৃষ্টিতে সোডা, সোডায় পুরস্কার',
  promise:
    'প্রতিটি বোতলের লেবেলের পিছনে নিশ্চিত ক্যাশব্যাক ভাউচার: ₹{highest} পর্যন্ত, মানে পুরো বোতলের দাম ফেরত।',
  stepsTitle: 'তিন চুমুকে পুরস্কার',
  steps: [
    { title: 'নাম বলুন', text: 'আপনার নাম, মোবাইল নম্বর আর রাজ্য।' },
    { title: 'কোড লিখুন', text: 'SMS-এ আসা 6টি অঙ্ক।' },
    { title: 'চাকা ঘোরান', text: 'ভাউচার {voucherDays} দিনের মধ্যে SMS-এ আসবে।' },
  ],
  formTitle: 'আপনার পুরস্কার খুলুন',
  mobileHint: '10টি অঙ্ক। OTP আর ভাউচার এই নম্বরেই আসবে।',
  smallPrint:
    'লেবেলের পিছনে QR কোড থাকা ₹{packPrice} দামের বোতল যাঁরা কেনেন তাঁদের জন্য, {from} থেকে {to} পর্যন্ত, যতক্ষণ ভাউচার আছে। এক মোবাইল নম্বরে একটিই পুরস্কার।',
};
