import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'મેનૂ',
  close: 'બંધ કરો',
  label: 'મદદ અને માહિતી',
  language: 'ભાષા',
};
