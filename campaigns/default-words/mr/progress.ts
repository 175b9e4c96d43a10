import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'बक्षिसापर्यंतचे टप्पे',
  details: 'माहिती',
  code: 'OTP',
  spin: 'स्पिन',
  reward: 'बक्षीस',
  current: '{steps} पैकी टप्पा {step}: {name}',
};
