// The privacy notice that opens over HOME. A tea asks for the age of a grown-up, not for that of a drinker.
import { everywhere } from '../../../default-words/hi/everywhere.ts';
import type { PrivacyWords } from '../../../public/words.ts';

export const privacy: PrivacyWords = {
  title: 'निजता सूचना',
  statement: 'मेरी पुष्टि है कि मेरी उम्र 18 साल या उससे ज़्यादा है।',
  readMore: 'हम क्या पूछते हैं, और क्यों:',
  yes: 'हाँ',
  no: 'नहीं',
  submit: 'आगे बढ़ें',
  refused: everywhere.refused,
};
