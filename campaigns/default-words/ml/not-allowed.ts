import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'പങ്കെടുക്കാൻ ദയവായി QR കോഡ് സ്കാൻ ചെയ്യുക',
};
