import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'ਪਾਣੀ ਅਜੇ ਉੱਬਲ ਰਿਹਾ ਹੈ',
  notStarted: 'ਸਾਡੀ ਚਾਹ {from} ਤੋਂ {to} ਤੱਕ ਵਰਤਾਈ ਜਾਵੇਗੀ। ਚਾਹ ਦਾ ਪੈਕ ਸਾਂਭ ਕੇ ਰੱਖੋ ਅਤੇ ਉਦੋਂ ਉਸਦਾ ਕੋਡ ਫਿਰ ਸਕੈਨ ਕਰੋ।',
  endedTitle: 'ਆਖਰੀ ਕੱਪ ਵੀ ਪੈ ਚੁੱਕਾ ਹੈ',
  ended: 'ਇਹ ਆਫ਼ਰ {from} ਤੋਂ {to} ਤੱਕ ਚੱਲੀ। ਸਾਡੇ ਨਾਲ ਇੱਕ ਕੱਪ ਚਾਹ ਪੀਣ ਲਈ ਧੰਨਵਾਦ।',
  endedVoucher:
    'ਵਾਊਚਰ ਦੀ ਉਡੀਕ ਹੈ? ਉਹ ਇਨਾਮ ਲੈਣ ਤੋਂ {voucherDays} ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਉਂਦਾ ਹੈ ਅਤੇ {voucherYears} ਸਾਲ ਚੱਲਦਾ ਹੈ।',
  pausedTitle: 'ਕੇਤਲੀ ਜ਼ਰਾ ਉਤਾਰ ਦਿੱਤੀ ਹੈ',
  paused:
    'ਆਫ਼ਰ ਕੁਝ ਸਮੇਂ ਲਈ ਰੋਕੀ ਹੋਈ ਹੈ। ਚਾਹ ਦਾ ਪੈਕ ਸਾਂਭ ਕੇ ਰੱਖੋ ਅਤੇ ਬਾਅਦ ਵਿੱਚ ਉਸਦਾ ਕੋਡ ਫਿਰ ਸਕੈਨ ਕਰੋ: ਕੁਝ ਵੀ ਨਹੀਂ ਗੁਆਚੇਗਾ, ਅਤੇ ਤੁਸੀਂ ਜੋ ਜਿੱਤਿਆ ਹੈ ਉਹ ਤੁਹਾਡਾ ਹੀ ਰਹੇਗਾ।',
};
