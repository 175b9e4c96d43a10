// The wheel: the product's own words under a title of the campaign's.
import { wheel as own } from '../../../default-words/hi/wheel.ts';
import type { WheelWords } from '../../../public/words.ts';

export const wheel: WheelWords = {
  ...own,
  title: 'चीनी घोलिए, व्हील घुमाइए',
  hint: 'हर बार जीत पक्की। "घुमाएँ" दबाएँ।',
};
