import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'حصہ لینے کے لیے براہ کرم QR کوڈ اسکین کریں',
};
