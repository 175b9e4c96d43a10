import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'Your way to the reward',
  details: 'Details',
  code: 'OTP',
  spin: 'Spin',
  reward: 'Reward',
  current: 'Step {step} of {steps}: {name}',
};
