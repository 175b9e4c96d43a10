import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'मेनू',
  close: 'बंद करा',
  label: 'मदत आणि माहिती',
  language: 'भाषा',
};
