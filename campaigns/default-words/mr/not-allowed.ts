import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'भाग घेण्यासाठी कृपया QR कोड स्कॅन करा',
};
