import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'ઇનામ સુધીનાં પગલાં',
  details: 'વિગતો',
  code: 'OTP',
  spin: 'સ્પિન',
  reward: 'ઇનામ',
  current: '{steps} માંથી પગલું {step}: {name}',
};
