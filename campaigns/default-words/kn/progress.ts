import type { ProgressWords } from '../../public/words.ts';

export const progress: ProgressWords = {
  label: 'ನಿಮ್ಮ ಬಹುಮಾನಕ್ಕೆ ಹಂತಗಳು',
  details: 'ವಿವರಗಳು',
  code: 'OTP',
  spin: 'ಸ್ಪಿನ್',
  reward: 'ಬಹುಮಾನ',
  current: 'ಒಟ್ಟು {steps} ಹಂತಗಳಲ್ಲಿ {step} ನೇ ಹಂತ: {name}',
};
