import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'આ ઑફર {from} થી {to} સુધી ચાલી. ભાગ લેનાર સૌનો આભાર.',
};
