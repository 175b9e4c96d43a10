import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'ਇਨਾਮ ਤੱਕ ਦੇ ਕਦਮ',
  details: 'ਜਾਣਕਾਰੀ',
  code: 'OTP',
  spin: 'ਸਪਿਨ',
  reward: 'ਇਨਾਮ',
  current: '{steps} ਵਿੱਚੋਂ ਕਦਮ {step}: {name}',
};
