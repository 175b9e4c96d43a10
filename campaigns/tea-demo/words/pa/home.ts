import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'ਚਾਹ ਬਣਾਓ। ਪਹੀਆ ਘੁਮਾਓ।',
  promise: 'ਚਾਹ ਦੇ ਹਰ ਪੈਕ ਨਾਲ ₹{highest} ਤੱਕ ਦਾ ਪੱਕਾ ਕੈਸ਼ਬੈਕ ਵਾਊਚਰ, SMS ਰਾਹੀਂ।',
  stepsTitle: 'ਚਾਹ ਤੋਂ ਪਹਿਲਾਂ ਇਨਾਮ ਤਿਆਰ',
  steps: [
    { title: 'ਆਪਣੇ ਬਾਰੇ ਦੱਸੋ', text: 'ਤੁਹਾਡਾ ਨਾਂ, ਮੋਬਾਈਲ ਨੰਬਰ ਅਤੇ ਸੂਬਾ।' },
    { title: 'ਆਪਣਾ ਨੰਬਰ ਪੱਕਾ ਕਰੋ', text: 'ਸਾਡਾ ਭੇਜਿਆ 6 ਅੰਕਾਂ ਦਾ ਕੋਡ ਲਿਖੋ।' },
    { title: 'ਪਹੀਆ ਘੁਮਾਓ', text: 'ਵਾਊਚਰ {voucherDays} ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।' },
  ],
  formTitle: 'ਚਾਹ ਵਾਲਾ ਇਨਾਮ ਲਓ',
  mobileHint: '10 ਅੰਕ। OTP ਅਤੇ ਵਾਊਚਰ ਅਸੀਂ ਇਸੇ ਨੰਬਰ ਉੱਤੇ ਭੇਜਦੇ ਹਾਂ।',
  smallPrint:
    'ਅੰਦਰ QR ਕੋਡ ਵਾਲਾ ₹{packPrice} ਦਾ ਚਾਹ ਦਾ ਪੈਕ ਖਰੀਦਣ ਵਾਲਿਆਂ ਲਈ, {from} ਤੋਂ {to} ਤੱਕ। ਇੱਕ ਮੋਬਾਈਲ ਨੰਬਰ ਉੱਤੇ ਇੱਕੋ ਇਨਾਮ।',
};
