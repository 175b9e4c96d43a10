import type { DefaultWords } from '../../public/words.ts';

export const howTo: DefaultWords['howTo'] = {
  title: 'ಭಾಗವಹಿಸುವುದು ಹೇಗೆ',
};
