import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'ಮೆನು',
  close: 'ಮುಚ್ಚಿ',
  label: 'ಸಹಾಯ ಮತ್ತು ಮಾಹಿತಿ',
  language: 'ಭಾಷೆ',
};
