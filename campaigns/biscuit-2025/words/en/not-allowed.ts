// NOTALLOWED.
import { verbatim } from '../../../default-words/en/verbatim.ts';
import type { NotAllowedWords } from '../../../public/words.ts';

export const notAllowed: NotAllowedWords = {
  message: verbatim.scanFirst,
  hint: 'You find it on the Rs.{packPrice} promotional pack. Open the camera of your phone and point it at the code.',
};
