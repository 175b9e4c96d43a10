import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'ಸಂಪರ್ಕಿಸಿ',
  intro: 'ನಿಮ್ಮ ಬಹುಮಾನದ ಬಗ್ಗೆ ಏನಾದರೂ ಕೇಳಬೇಕೇ? ನಮಗೆ ಬರೆಯಿರಿ ಅಥವಾ ಕರೆ ಮಾಡಿ.',
  emailLabel: 'ಇಮೇಲ್',
  phoneLabel: 'ಫೋನ್',
};
