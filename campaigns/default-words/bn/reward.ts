import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'অভিনন্দন!',
  won: 'আপনি ₹{amount} জিতেছেন',
  voucher: 'আপনার গিফট ভাউচার 10 দিনের মধ্যে SMS-এ আসবে।',
  validity: 'এটি 1 বছর চলবে।',
  alreadyThere: '{mobile} নম্বরের পুরস্কার আগে থেকেই আপনার: ₹{amount}। এর ভাউচার SMS-এ আসবে।',
  fixedNote: '{state} থেকে যাঁরা অংশ নেন, তাঁরা প্রত্যেকে ₹{amount}-এর বাঁধা পুরস্কার পান।',
};
