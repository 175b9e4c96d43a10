import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'ਪਰਦੇਦਾਰੀ ਨੋਟਿਸ',
  readMore: 'ਅਸੀਂ ਕੀ ਪੁੱਛਦੇ ਹਾਂ, ਅਤੇ ਕਿਉਂ:',
  yes: 'ਹਾਂ',
  no: 'ਨਹੀਂ',
  submit: 'ਅੱਗੇ ਵਧੋ',
  refused: 'ਧੰਨਵਾਦ! ਸਾਡੀ ਆਫ਼ਰ ਦੇ ਨਿਯਮਾਂ ਅਤੇ ਸ਼ਰਤਾਂ ਅਨੁਸਾਰ ਤੁਸੀਂ ਹਿੱਸਾ ਨਹੀਂ ਲੈ ਸਕਦੇ।',
};
