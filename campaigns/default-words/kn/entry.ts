import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'ಭಾಗವಹಿಸಲು ದಯವಿಟ್ಟು ನಿಮ್ಮ ಬ್ರೌಸರ್‌ನಲ್ಲಿ JavaScript ಆನ್ ಮಾಡಿ.',
  cannotStart: 'ಈ ಪುಟ ಈ ಬ್ರೌಸರ್‌ನಲ್ಲಿ ಕೆಲಸ ಮಾಡುವುದಿಲ್ಲ. ದಯವಿಟ್ಟು ಅದನ್ನು ಅಪ್‌ಡೇಟ್ ಮಾಡಿ, ಅಥವಾ Chrome ಇಲ್ಲವೇ ಬೇರೆ ಫೋನ್ ಬಳಸಿ.',
  skipToContent: 'ನೇರವಾಗಿ ಮುಖ್ಯ ಭಾಗಕ್ಕೆ ಹೋಗಿ',
};
