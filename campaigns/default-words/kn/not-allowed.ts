import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'ಭಾಗವಹಿಸಲು ದಯವಿಟ್ಟು QR ಕೋಡ್ ಸ್ಕ್ಯಾನ್ ಮಾಡಿ',
};
