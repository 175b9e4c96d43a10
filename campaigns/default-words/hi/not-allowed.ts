import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'भाग लेने के लिए कृपया QR कोड स्कैन करें',
};
