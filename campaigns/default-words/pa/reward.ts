import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'ਵਧਾਈਆਂ!',
  won: 'ਤੁਸੀਂ ₹{amount} ਜਿੱਤੇ ਹਨ',
  voucher: 'ਤੁਹਾਡਾ ਗਿਫ਼ਟ ਵਾਊਚਰ 10 ਦਿਨਾਂ ਦੇ ਅੰਦਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।',
  validity: 'ਇਹ 1 ਸਾਲ ਚੱਲੇਗਾ।',
  alreadyThere: '{mobile} ਦਾ ਇਨਾਮ ਪਹਿਲਾਂ ਹੀ ਤੁਹਾਡਾ ਹੈ: ₹{amount}। ਇਸਦਾ ਵਾਊਚਰ SMS ਰਾਹੀਂ ਆਵੇਗਾ।',
  fixedNote: '{state} ਤੋਂ ਹਿੱਸਾ ਲੈਣ ਵਾਲੇ ਹਰ ਵਿਅਕਤੀ ਨੂੰ ₹{amount} ਦਾ ਤੈਅ ਇਨਾਮ ਮਿਲਦਾ ਹੈ।',
};
