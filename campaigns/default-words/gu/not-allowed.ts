import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'ભાગ લેવા માટે કૃપા કરીને QR કોડ સ્કૅન કરો',
};
