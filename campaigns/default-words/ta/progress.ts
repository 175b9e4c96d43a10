import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'உங்கள் பரிசுக்கான படிகள்',
  details: 'விவரம்',
  code: 'OTP',
  spin: 'சக்கரம்',
  reward: 'பரிசு',
  current: 'படி {step}/{steps}: {name}',
};
