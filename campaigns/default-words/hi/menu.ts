import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'मेन्यू',
  close: 'बंद करें',
  label: 'मदद और जानकारी',
  language: 'भाषा',
};
