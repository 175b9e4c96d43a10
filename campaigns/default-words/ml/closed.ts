import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'ഈ ഓഫർ {from} മുതൽ {to} വരെയായിരുന്നു. പങ്കെടുത്ത എല്ലാവർക്കും നന്ദി.',
};
