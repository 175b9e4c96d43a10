import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'निजता सूचना',
  readMore: 'हम क्या पूछते हैं, और क्यों:',
  yes: 'हाँ',
  no: 'नहीं',
  submit: 'आगे बढ़ें',
  refused: 'धन्यवाद! हमारे नियम और शर्तों के अनुसार आप इस कार्यक्रम में भाग नहीं ले सकते।',
};
