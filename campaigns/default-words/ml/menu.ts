import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'മെനു',
  close: 'അടയ്ക്കുക',
  label: 'സഹായവും വിവരങ്ങളും',
  language: 'ഭാഷ',
};
