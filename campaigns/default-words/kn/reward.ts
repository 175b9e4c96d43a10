import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'ಅಭಿನಂದನೆಗಳು!',
  won: 'ನೀವು ₹{amount} ಗೆದ್ದಿದ್ದೀರಿ',
  voucher: 'ನಿಮ್ಮ ಗಿಫ್ಟ್ ವೋಚರ್ 10 ದಿನಗಳೊಳಗೆ SMS ಮೂಲಕ ಬರುತ್ತದೆ.',
  validity: 'ಇದನ್ನು 1 ವರ್ಷದವರೆಗೆ ಬಳಸಬಹುದು.',
  alreadyThere: '{mobile} ಸಂಖ್ಯೆಯ ಬಹುಮಾನ ಈಗಾಗಲೇ ನಿಮ್ಮದು: ₹{amount}. ಅದರ ವೋಚರ್ SMS ಮೂಲಕ ಬರುತ್ತದೆ.',
  fixedNote: '{state} ರಾಜ್ಯದಿಂದ ಭಾಗವಹಿಸುವ ಪ್ರತಿಯೊಬ್ಬರಿಗೂ ₹{amount} ನಿಗದಿತ ಬಹುಮಾನ ಸಿಗುತ್ತದೆ.',
};
