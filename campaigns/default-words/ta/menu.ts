import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'மெனு',
  close: 'மூடு',
  label: 'உதவியும் தகவலும்',
  language: 'மொழி',
};
