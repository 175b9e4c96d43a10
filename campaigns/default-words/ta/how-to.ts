import type { DefaultWords } from '../../public/words.ts';

export const howTo: DefaultWords['howTo'] = {
  title: 'பங்கேற்பது எப்படி',
};
