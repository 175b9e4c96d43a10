// NOTALLOWED.
import { everywhere } from '../../../default-words/hi/everywhere.ts';
import type { NotAllowedWords } from '../../../public/words.ts';

export const notAllowed: NotAllowedWords = {
  message: everywhere.scanFirst,
  hint: 'कोड ₹{packPrice} के चाय के पैक के ढक्कन के अंदर है। अपने फ़ोन का कैमरा उसके सामने रखें।',
};
