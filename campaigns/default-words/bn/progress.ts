import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'পুরস্কার পর্যন্ত ধাপগুলো',
  details: 'তথ্য',
  code: 'OTP',
  spin: 'স্পিন',
  reward: 'পুরস্কার',
  current: '{steps}টির মধ্যে {step} নম্বর ধাপ: {name}',
};
