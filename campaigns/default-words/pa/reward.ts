import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'ਵਧਾਈਆਂ!',
  won: 'ਤੁਸੀਂ ₹{amount} ਜਿੱਤੇ ਹਨ',
  voucher: 'ਤੁਹਾਡਾ ਗਿਫ਼ਟ ਵਾਊਚਰ 10 ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।',
  validity: 'ਇਹ 1 ਸਾਲ ਚੱਲੇਗਾ।',
  alreadyThere: '{mobile} ਦਾ ਇਨਾਮ ਪਹਿਲਾਂ ਹੀ ਤੁਹਾਡਾ ਹੈ: ₹{amount}। ਇਸਦਾ ਵਾਊਚਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।',
  fixedNote: '{state} ਤੋਂ ਹਿੱਸਾ ਲੈਣ ਵਾਲੇ ਹਰ ਵਿਅਕਤੀ ਨੂੰ ₹{amount} ਦਾ ਤੈਅ ਇਨਾਮ ਮਿਲਦਾ ਹੈ।',
  voucherStates: {
    owed: 'ਇਹ ਤੁਹਾਡੇ ਲਈ ਤਿਆਰ ਹੋ ਰਿਹਾ ਹੈ।',
    sent: 'ਇਹ ਰਾਹ ਵਿੱਚ ਹੈ: ਅਸੀਂ ਇਹ SMS ਕੰਪਨੀ ਨੂੰ ਦੇ ਦਿੱਤਾ ਹੈ।',
    delivered: 'SMS ਤੁਹਾਡੇ ਫ਼ੋਨ ਉੱਤੇ ਪਹੁੰਚ ਗਿਆ ਹੈ।',
    failed: 'SMS ਤੁਹਾਡੇ ਫ਼ੋਨ ਉੱਤੇ ਨਹੀਂ ਪਹੁੰਚਿਆ। ਤੁਹਾਡਾ ਵਾਊਚਰ ਸੁਰੱਖਿਅਤ ਹੈ: "ਸੰਪਰਕ ਕਰੋ" ਵਿੱਚ ਸਾਨੂੰ ਪੁੱਛੋ।',
    settled: 'ਅਸੀਂ ਇਹ ਤੁਹਾਡੇ ਨਾਲ ਨਿਬੇੜ ਦਿੱਤਾ ਹੈ। ਕੁਝ ਪੁੱਛਣਾ ਹੈ? "ਸੰਪਰਕ ਕਰੋ" ਦੇਖੋ।',
    notSent: 'ਤੁਹਾਡਾ ਵਾਊਚਰ ਨਹੀਂ ਭੇਜਿਆ ਗਿਆ। "ਸੰਪਰਕ ਕਰੋ" ਵਿੱਚ ਸਾਨੂੰ ਪੁੱਛੋ।',
  },
};
