import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'మీ బహుమతికి దశలు',
  details: 'వివరాలు',
  code: 'OTP',
  spin: 'స్పిన్',
  reward: 'బహుమతి',
  current: 'మొత్తం {steps} దశల్లో {step}వ దశ: {name}',
};
