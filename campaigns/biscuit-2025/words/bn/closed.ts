import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'বিস্কুট এখনও ওভেনে',
  notStarted: 'অফার শুরু হবে {from} তারিখে, চলবে {to} পর্যন্ত। প্যাকটি রেখে দিন আর তখন কোডটি আবার স্ক্যান করুন।',
  endedTitle: 'এই অফার শেষ হয়ে গেছে',
  endedVoucher:
    'পুরস্কার নিয়েছিলেন? আপনার ভাউচার পুরস্কার নেওয়ার {voucherDays} দিনের মধ্যে SMS-এ আসে আর {voucherYears} বছর চলে।',
  pausedTitle: 'ওভেন একটু জিরিয়ে নিচ্ছে',
  paused:
    'অফারটি কিছু সময়ের জন্য থামানো আছে। প্যাকটি রেখে দিন আর পরে কোডটি আবার স্ক্যান করুন: কিছুই হারাবে না, আর যা জিতেছেন তা আপনারই থাকবে।',
};
