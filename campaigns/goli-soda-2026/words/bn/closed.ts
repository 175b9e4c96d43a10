import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'মেঘ জমছে',
  notStarted:
    'অফারটি {from} থেকে {to} পর্যন্ত চলবে। বোতলের লেবেলটি রেখে দিন আর তখন তার কোড আবার স্ক্যান করুন।',
  endedTitle: 'বৃষ্টি থেমে গেছে',
  endedVoucher:
    'ভাউচারের অপেক্ষায় আছেন? পুরস্কার নেওয়ার {voucherDays} দিনের মধ্যে সেটি SMS-এ আসে আর {voucherYears} বছর চলে।',
  pausedTitle: 'বৃষ্টি একটু ধরেছে',
  paused:
    'অফারটি কিছুক্ষণের জন্য থামানো আছে। বোতলের লেবেলটি রেখে দিন আর পরে তার কোড আবার স্ক্যান করুন: কিছুই হারাবে না, আর আপনি যা জিতেছেন তা আপনারই থাকবে।',
};
