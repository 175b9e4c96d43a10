import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'Steps to your reward',
  details: 'Details',
  code: 'OTP',
  spin: 'Spin',
  reward: 'Reward',
  current: 'Step {step} of {steps}: {name}',
};
