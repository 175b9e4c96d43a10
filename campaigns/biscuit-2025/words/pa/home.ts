import { otp } from '../../../default-words/pa/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ਹਰ ਪੈਕ ਵਿੱਚ ਲੁਕਿਆ ਹੈ ਇੱਕ ਇਨਾਮ',
  promise: '₹{highest} ਤੱਕ ਦਾ ਪੱਕਾ ਕੈਸ਼ਬੈਕ ਵਾਊਚਰ ਲਓ, SMS ਰਾਹੀਂ ਸਿੱਧਾ ਤੁਹਾਡੇ ਫ਼ੋਨ ਉੱਤੇ।',
  stepsTitle: 'ਇਨਾਮ ਇੰਝ ਮਿਲੇਗਾ',
  steps: [
    { title: 'ਰਜਿਸਟਰ ਕਰੋ', text: 'ਆਪਣਾ ਨਾਂ, ਮੋਬਾਈਲ ਨੰਬਰ ਅਤੇ ਸੂਬਾ ਦੱਸੋ।' },
    { title: otp.title, text: 'ਅਸੀਂ ਤੁਹਾਡੇ ਫ਼ੋਨ ਉੱਤੇ 6 ਅੰਕਾਂ ਦਾ ਕੋਡ ਭੇਜਾਂਗੇ।' },
    { title: 'ਆਪਣਾ ਇਨਾਮ ਲਓ', text: 'ਵਾਊਚਰ {voucherDays} ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।' },
  ],
  formTitle: 'ਇਨਾਮ ਲੈਣ ਲਈ ਫਾਰਮ ਭਰੋ',
  mobileHint: '10 ਅੰਕ। ਤੁਹਾਡਾ OTP ਅਤੇ ਵਾਊਚਰ ਇਸੇ ਨੰਬਰ ਉੱਤੇ ਆਉਣਗੇ।',
  smallPrint:
    '₹{packPrice} ਦਾ ਪ੍ਰਮੋਸ਼ਨਲ ਪੈਕ ਖਰੀਦਣ ਵਾਲਿਆਂ ਲਈ, {from} ਤੋਂ {to} ਤੱਕ। ਇੱਕ ਮੋਬਾਈਲ ਨੰਬਰ ਉੱਤੇ ਇੱਕੋ ਇਨਾਮ।',
};
