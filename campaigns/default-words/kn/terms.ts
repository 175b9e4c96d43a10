import type { DefaultWords } from '../../public/words.ts';

export const terms: DefaultWords['terms'] = {
  title: 'ನಿಯಮ ಮತ್ತು ಷರತ್ತುಗಳು',
};
