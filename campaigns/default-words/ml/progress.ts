import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'സമ്മാനത്തിലേക്കുള്ള ഘട്ടങ്ങൾ',
  details: 'വിവരങ്ങൾ',
  code: 'OTP',
  spin: 'സ്പിൻ',
  reward: 'സമ്മാനം',
  current: 'ആകെ {steps} ഘട്ടങ്ങളിൽ ഘട്ടം {step}: {name}',
};
