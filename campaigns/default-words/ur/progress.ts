import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'آپ کے انعام تک کے قدم',
  details: 'تفصیلات',
  code: 'OTP',
  spin: 'پہیہ',
  reward: 'انعام',
  current: '{steps} میں سے قدم {step}: {name}',
};
