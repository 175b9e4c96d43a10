// The wheel: the product's own words under a title of the campaign's.
import { wheel as own } from '../../../default-words/en/wheel.ts';
import type { WheelWords } from '../../../public/words.ts';

export const wheel: WheelWords = {
  ...own,
  title: 'Stir and spin',
  hint: 'Each spin wins. Press PLAY.',
};
