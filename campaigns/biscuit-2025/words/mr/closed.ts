import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'बिस्किटे अजून ओव्हनमध्ये आहेत',
  notStarted: 'ऑफर {from} पासून सुरू होईल आणि {to} पर्यंत चालेल. पॅक जपून ठेवा आणि तेव्हा कोड पुन्हा स्कॅन करा.',
  endedTitle: 'ही ऑफर संपली आहे',
  endedVoucher:
    'बक्षीस घेतले होते का? तुमचे व्हाउचर बक्षीस घेतल्यापासून {voucherDays} दिवसांत SMS ने येते आणि {voucherYears} वर्ष चालते.',
  pausedTitle: 'ओव्हन जरा आराम करत आहे',
  paused:
    'ऑफर काही काळ थांबवली आहे. पॅक जपून ठेवा आणि नंतर कोड पुन्हा स्कॅन करा: काहीही जाणार नाही, आणि तुम्ही जे जिंकले ते तुमचेच राहील.',
};
