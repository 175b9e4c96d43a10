import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'بسکٹ ابھی اوون میں ہیں',
  notStarted:
    'پروگرام {from} سے شروع ہو کر {to} تک چلے گا۔ پیکٹ سنبھال کر رکھیں اور تب QR کوڈ پھر اسکین کریں۔',
  endedTitle: 'یہ پروگرام ختم ہو گیا ہے',
  endedVoucher:
    'کیا آپ انعام لے چکے ہیں؟ آپ کا واؤچر انعام لینے کے {voucherDays} دن کے اندر SMS سے آتا ہے اور {voucherYears} سال تک چلتا ہے۔',
  pausedTitle: 'اوون ذرا آرام کر رہا ہے',
  paused:
    'پروگرام کچھ وقت کے لیے رکا ہوا ہے۔ پیکٹ سنبھال کر رکھیں اور بعد میں QR کوڈ پھر اسکین کریں: کچھ ضائع نہیں ہوگا، اور جو آپ نے جیتا ہے وہ آپ ہی کا رہے گا۔',
};
