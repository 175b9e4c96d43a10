import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'পুরস্কারের চাকা ঘোরান',
  hint: 'প্রতিটি স্পিনেই জিত পাকা। “ঘোরান” টিপুন, বা চাকাটি আঙুল দিয়ে ঘুরিয়ে দিন।',
  failed: 'আপনার পুরস্কার সুরক্ষিত আছে। দয়া করে “ঘোরান” আবার টিপুন।',
  play: 'ঘোরান',
  spinning: 'চাকা ঘুরছে',
  face: '₹{amount}',
  description: '₹{amounts} ভাউচারের পুরস্কারের চাকা।',
  outcome: 'চাকা থেমেছে। আপনি ₹{amount} জিতেছেন।',
  mute: 'আওয়াজ বন্ধ করুন',
  fixedTitle: 'আপনার পুরস্কার আসছে',
  fixedFailed: 'এই মুহূর্তে তা আনা গেল না: দয়া করে আবার চেষ্টা করুন।',
  tryAgain: 'আবার চেষ্টা করুন',
};
