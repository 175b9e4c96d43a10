import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'ಇದು ಡೆಮೊ ಮಾತ್ರ: ನಿಜವಾದ ವೋಚರ್ ಬರುವುದಿಲ್ಲ. ಆಫರ್‌ನ ಗಡಿಯಾರದಲ್ಲಿ ದಿನಾಂಕ {date}.',
  phoneTitle: 'ಡೆಮೊ ಫೋನ್',
  phoneEmpty: 'ಇನ್ನೂ ಯಾವ ಮೆಸೇಜ್ ಬಂದಿಲ್ಲ.',
};
