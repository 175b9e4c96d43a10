import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'ਇਹ ਆਫ਼ਰ {from} ਤੋਂ {to} ਤੱਕ ਚੱਲੀ। ਹਿੱਸਾ ਲੈਣ ਵਾਲੇ ਸਾਰਿਆਂ ਦਾ ਧੰਨਵਾਦ।',
};
