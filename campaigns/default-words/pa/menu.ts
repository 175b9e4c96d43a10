import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'ਮੀਨੂ',
  close: 'ਬੰਦ ਕਰੋ',
  label: 'ਮਦਦ ਅਤੇ ਜਾਣਕਾਰੀ',
  language: 'ਭਾਸ਼ਾ',
};
