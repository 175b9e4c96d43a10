// Empty: the names in `states.json` and on the wire are the English ones.
import type { StateWords } from '../../public/words.ts';

export const states: StateWords = {};
