import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'பங்கேற்க QR குறியீட்டை ஸ்கேன் செய்யுங்கள்',
};
