import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'चीनी घोलिए, व्हील घुमाइए',
  hint: 'हर बार जीत पक्की। “घुमाएँ” दबाएँ या व्हील को उँगली से घुमा दें।',
};
