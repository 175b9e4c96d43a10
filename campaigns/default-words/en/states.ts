// The names of the states in English are those of the lists and the wire: there is nothing to say
// otherwise.
import type { StateWords } from '../../public/words.ts';

export const states: StateWords = {};
