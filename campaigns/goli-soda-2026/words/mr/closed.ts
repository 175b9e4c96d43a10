import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'आभाळ भरून आले आहे',
  notStarted: 'ऑफर {from} पासून {to} पर्यंत आहे. बाटलीचे लेबल जपून ठेवा आणि तेव्हा त्यावरचा कोड पुन्हा स्कॅन करा.',
  endedTitle: 'पाऊस थांबला',
  endedVoucher:
    'व्हाउचरची वाट पाहत आहात का? ते बक्षीस घेतल्यापासून {voucherDays} दिवसांत SMS ने येते आणि {voucherYears} वर्ष चालते.',
  pausedTitle: 'पावसाने जरा उघडीप दिली आहे',
  paused:
    'ऑफर काही काळ थांबवली आहे. बाटलीचे लेबल जपून ठेवा आणि नंतर त्यावरचा कोड पुन्हा स्कॅन करा: काहीही जाणार नाही, आणि तुम्ही जे जिंकले ते तुमचेच राहील.',
};
