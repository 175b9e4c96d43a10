import type { DefaultWords } from '../../public/words.ts';

export const terms: DefaultWords['terms'] = {
  title: 'ਨਿਯਮ ਅਤੇ ਸ਼ਰਤਾਂ',
};
