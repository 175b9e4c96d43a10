import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'This programme ran from {from} to {to}. Thank you to everyone who took part.',
};
