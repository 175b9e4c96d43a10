import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'ਬਿਸਕੁਟ ਅਜੇ ਓਵਨ ਵਿੱਚ ਹਨ',
  notStarted: 'ਆਫ਼ਰ {from} ਤੋਂ ਸ਼ੁਰੂ ਹੋ ਕੇ {to} ਤੱਕ ਚੱਲੇਗੀ। ਪੈਕ ਸਾਂਭ ਕੇ ਰੱਖੋ ਅਤੇ ਉਦੋਂ ਕੋਡ ਫਿਰ ਸਕੈਨ ਕਰੋ।',
  endedTitle: 'ਇਹ ਆਫ਼ਰ ਖਤਮ ਹੋ ਗਈ ਹੈ',
  endedVoucher:
    'ਇਨਾਮ ਲੈ ਲਿਆ ਸੀ? ਤੁਹਾਡਾ ਵਾਊਚਰ ਇਨਾਮ ਲੈਣ ਤੋਂ {voucherDays} ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਉਂਦਾ ਹੈ ਅਤੇ {voucherYears} ਸਾਲ ਚੱਲਦਾ ਹੈ।',
  pausedTitle: 'ਓਵਨ ਜ਼ਰਾ ਆਰਾਮ ਕਰ ਰਿਹਾ ਹੈ',
  paused:
    'ਆਫ਼ਰ ਕੁਝ ਸਮੇਂ ਲਈ ਰੋਕੀ ਹੋਈ ਹੈ। ਪੈਕ ਸਾਂਭ ਕੇ ਰੱਖੋ ਅਤੇ ਬਾਅਦ ਵਿੱਚ ਕੋਡ ਫਿਰ ਸਕੈਨ ਕਰੋ: ਕੁਝ ਵੀ ਨਹੀਂ ਗੁਆਚੇਗਾ, ਅਤੇ ਤੁਸੀਂ ਜੋ ਜਿੱਤਿਆ ਹੈ ਉਹ ਤੁਹਾਡਾ ਹੀ ਰਹੇਗਾ।',
};
