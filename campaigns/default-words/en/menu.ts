import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'Menu',
  close: 'Close',
  label: 'Help and information',
  language: 'Language',
};
