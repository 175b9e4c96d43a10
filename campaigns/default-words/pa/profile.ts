import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'ਮੇਰੀ ਪ੍ਰੋਫਾਈਲ',
  name: home.name,
  mobile: home.mobile,
  voucher: 'ਤੁਹਾਡਾ ਵਾਊਚਰ',
  notGiven: 'ਅਜੇ ਨਹੀਂ ਦਿੱਤਾ',
  back: 'ਵਾਪਸ',
  logout: 'ਲੌਗਆਊਟ',
};
