import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'ગોપનીયતા સૂચના',
  readMore: 'અમે શું પૂછીએ છીએ, અને શા માટે:',
  yes: 'હા',
  no: 'ના',
  submit: 'આગળ વધો',
  refused: 'આભાર! અમારી ઑફરના નિયમો અને શરતો મુજબ તમે ભાગ લઈ શકતા નથી.',
};
