import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'ಗೌಪ್ಯತೆ ಸೂಚನೆ',
  readMore: 'ನಾವು ಏನು ಕೇಳುತ್ತೇವೆ, ಏಕೆ:',
  yes: 'ಹೌದು',
  no: 'ಇಲ್ಲ',
  submit: 'ಮುಂದುವರಿಯಿರಿ',
  refused: 'ಧನ್ಯವಾದ! ನಮ್ಮ ಆಫರ್‌ನ ನಿಯಮ ಮತ್ತು ಷರತ್ತುಗಳ ಪ್ರಕಾರ ನೀವು ಇದರಲ್ಲಿ ಭಾಗವಹಿಸಲು ಆಗುವುದಿಲ್ಲ.',
};
