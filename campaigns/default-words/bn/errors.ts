import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'সেশন পাওয়া গেল না! দয়া করে পেজটি রিফ্রেশ করুন',
  sessionExpired: 'আপনার সেশন শেষ হয়ে গেছে',
  network: 'দয়া করে নেটওয়ার্ক দেখে নিয়ে আবার চেষ্টা করুন',
  offline: 'আপনি অফলাইনে আছেন',
  generic: 'কিছু একটা গোলমাল হয়েছে, একটু পরে আবার চেষ্টা করুন',
  unexpected: 'অ্যাপে হঠাৎ একটা গোলমাল হয়েছে!',
  rewardSafe: 'আপনার পুরস্কার সুরক্ষিত আছে।',
  startAgain: 'আবার শুরু করুন',
  popupTitle: 'দয়া করে দেখুন',
  offlineNow: 'আপনি অফলাইনে আছেন। আপনার লেখা কিছুই হারায়নি।',
};
