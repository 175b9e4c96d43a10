import type { DefaultWords } from '../../public/words.ts';

export const howTo: DefaultWords['howTo'] = {
  title: 'ભાગ કેવી રીતે લેવો',
};
