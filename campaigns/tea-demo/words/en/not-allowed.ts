// NOTALLOWED.
import { verbatim } from '../../../default-words/en/verbatim.ts';
import type { NotAllowedWords } from '../../../public/words.ts';

export const notAllowed: NotAllowedWords = {
  message: verbatim.scanFirst,
  hint: 'It is inside the lid of the Rs.{packPrice} pack of tea. Point the camera of your phone at it.',
};
