import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'इनाम तक आपका रास्ता',
  details: 'जानकारी',
  code: 'OTP',
  spin: 'स्पिन',
  reward: 'इनाम',
  current: '{steps} में से कदम {step}: {name}',
};
