import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'बादल घिर रहे हैं',
  notStarted: 'कार्यक्रम {from} से {to} तक चलेगा। बोतल का लेबल सँभालकर रखें और तब उसका कोड फिर स्कैन करें।',
  endedTitle: 'बारिश थम गई है',
  endedVoucher:
    'वाउचर का इंतज़ार है? वह इनाम लेने के {voucherDays} दिन के अंदर SMS से आता है और {voucherYears} साल तक चलता है।',
  pausedTitle: 'बारिश ज़रा रुकी है',
  paused:
    'कार्यक्रम कुछ समय के लिए रुका हुआ है। बोतल का लेबल सँभालकर रखें और बाद में उसका कोड फिर स्कैन करें: कुछ भी नहीं खोएगा, और आपने जो जीता है वह आपका ही रहेगा।',
};
