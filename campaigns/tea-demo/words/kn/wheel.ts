import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'ಸಕ್ಕರೆ ಕಲಕಿ, ಚಕ್ರ ತಿರುಗಿಸಿ',
  hint: 'ಪ್ರತಿ ಸಲವೂ ಬಹುಮಾನ ಖಚಿತ. “ತಿರುಗಿಸಿ” ಒತ್ತಿ, ಅಥವಾ ಚಕ್ರವನ್ನು ಬೆರಳಿನಿಂದ ತಿರುಗಿಸಿ.',
};
