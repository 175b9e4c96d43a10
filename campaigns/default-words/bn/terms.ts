import type { DefaultWords } from '../../public/words.ts';

export const terms: DefaultWords['terms'] = {
  title: 'নিয়ম ও শর্ত',
};
