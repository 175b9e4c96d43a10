import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'مینو',
  close: 'بند کریں',
  label: 'مدد اور معلومات',
  language: 'زبان',
};
