// The privacy notice that opens over HOME. The statement says what the spec's says, word for word.
import { everywhere } from '../../../default-words/hi/everywhere.ts';
import type { PrivacyWords } from '../../../public/words.ts';

export const privacy: PrivacyWords = {
  title: 'निजता सूचना',
  statement: 'मेरी पुष्टि है कि मेरी उम्र मेरे इलाके में शराब पीने की कानूनी उम्र से ज़्यादा है।',
  readMore: 'हम क्या पूछते हैं, और क्यों:',
  yes: 'हाँ',
  no: 'नहीं',
  submit: 'आगे बढ़ें',
  refused: everywhere.refused,
};
