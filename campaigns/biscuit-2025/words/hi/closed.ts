import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'बिस्किट अभी ओवन में हैं',
  notStarted: 'कार्यक्रम {from} से शुरू होकर {to} तक चलेगा। पैक सँभालकर रखें और तब QR कोड फिर स्कैन करें।',
  endedTitle: 'यह कार्यक्रम खत्म हो गया है',
  endedVoucher:
    'इनाम ले लिया था? आपका वाउचर इनाम लेने के {voucherDays} दिन के अंदर SMS से आता है और {voucherYears} साल तक चलता है।',
  pausedTitle: 'ओवन ज़रा आराम कर रहा है',
  paused:
    'कार्यक्रम कुछ समय के लिए रुका हुआ है। पैक सँभालकर रखें और बाद में QR कोड फिर स्कैन करें: कुछ भी नहीं खोएगा, और आपने जो जीता है वह आपका ही रहेगा।',
};
