// NOTALLOWED. The message is the spec's, word for word.
import type { NotAllowedWords } from '../../../words.ts';

export const notAllowed: NotAllowedWords = {
  message: 'Please scan the QR Code to Participate',
  hint: 'You find it on the Rs.{packPrice} promotional pack. Open the camera of your phone and point it at the code.',
};
