import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'गोपनीयता सूचना',
  readMore: 'आम्ही काय विचारतो, आणि का:',
  yes: 'हो',
  no: 'नाही',
  submit: 'पुढे जा',
  refused: 'धन्यवाद! आमच्या ऑफरच्या नियम आणि अटींनुसार तुम्ही भाग घेऊ शकत नाही.',
};
