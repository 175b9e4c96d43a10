import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'Please scan the QR Code to Participate',
};
