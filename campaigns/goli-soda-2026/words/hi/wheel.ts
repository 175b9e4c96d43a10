import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'कंचा दबाइए, व्हील घुमाइए',
  hint: 'हर बार इनाम पक्का। “घुमाएँ” दबाएँ या व्हील को उँगली से घुमा दें।',
};
