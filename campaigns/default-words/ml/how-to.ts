import type { DefaultWords } from '../../public/words.ts';

export const howTo: DefaultWords['howTo'] = {
  title: 'എങ്ങനെ പങ്കെടുക്കാം',
};
