import type { DefaultWords } from '../../public/words.ts';

export const terms: DefaultWords['terms'] = {
  title: 'شرائط و ضوابط',
};
