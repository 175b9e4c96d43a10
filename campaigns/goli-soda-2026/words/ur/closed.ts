import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'بادل گھر رہے ہیں',
  notStarted:
    'پروگرام {from} سے {to} تک چلے گا۔ بوتل کا لیبل سنبھال کر رکھیں اور تب اس کا کوڈ پھر اسکین کریں۔',
  endedTitle: 'بارش تھم گئی ہے',
  endedVoucher:
    'کیا آپ کو واؤچر کا انتظار ہے؟ وہ انعام لینے کے {voucherDays} دن کے اندر SMS سے آتا ہے اور {voucherYears} سال تک چلتا ہے۔',
  pausedTitle: 'بارش ذرا رکی ہے',
  paused:
    'پروگرام کچھ وقت کے لیے رکا ہوا ہے۔ بوتل کا لیبل سنبھال کر رکھیں اور بعد میں اس کا کوڈ پھر اسکین کریں: کچھ ضائع نہیں ہوگا، اور جو آپ نے جیتا ہے وہ آپ ہی کا رہے گا۔',
};
