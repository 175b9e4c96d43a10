import type { MenuWords } from '../../public/words.ts';

export const menu: MenuWords = {
  open: 'মেনু',
  close: 'বন্ধ করুন',
  label: 'সাহায্য ও তথ্য',
  language: 'ভাষা',
};
