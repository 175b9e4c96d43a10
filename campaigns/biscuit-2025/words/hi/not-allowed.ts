// NOTALLOWED.
import { everywhere } from '../../../default-words/hi/everywhere.ts';
import type { NotAllowedWords } from '../../../public/words.ts';

export const notAllowed: NotAllowedWords = {
  message: everywhere.scanFirst,
  hint: 'कोड ₹{packPrice} के प्रमोशनल पैक पर है। अपने फ़ोन का कैमरा खोलें और कोड के सामने रखें।',
};
