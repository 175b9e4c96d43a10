import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'অভিনন্দন!',
  won: 'আপনি ₹{amount} জিতেছেন',
  voucher: 'আপনার গিফট ভাউচার 10 দিনের মধ্যে SMS-এ আসবে।',
  validity: 'এটি 1 বছর চলবে।',
  alreadyThere: '{mobile} নম্বরের পুরস্কার আগে থেকেই আপনার: ₹{amount}। এর ভাউচার SMS-এ আসবে।',
  fixedNote: '{state} থেকে যাঁরা অংশ নেন, তাঁরা প্রত্যেকে ₹{amount}-এর বাঁধা পুরস্কার পান।',
  voucherStates: {
    owed: 'এটি আপনার জন্য তৈরি হচ্ছে।',
    sent: 'এটি আসছে: আমরা SMS কোম্পানিকে দিয়ে দিয়েছি।',
    delivered: 'SMS আপনার ফোনে পৌঁছেছে।',
    failed: 'SMS আপনার ফোনে পৌঁছায়নি। আপনার ভাউচার ঠিক আছে: "যোগাযোগ করুন"-এ আমাদের জিজ্ঞাসা করুন।',
    settled: 'আমরা এটি আপনার সঙ্গে মিটিয়ে দিয়েছি। কিছু জানতে চান? "যোগাযোগ করুন" দেখুন।',
    notSent: 'আপনার ভাউচার পাঠানো হয়নি। "যোগাযোগ করুন"-এ আমাদের জিজ্ঞাসা করুন।',
  },
};
