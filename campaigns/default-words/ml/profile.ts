import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'എന്റെ പ്രൊഫൈൽ',
  name: home.name,
  mobile: home.mobile,
  voucher: 'നിങ്ങളുടെ വൗച്ചർ',
  notGiven: 'നൽകിയിട്ടില്ല',
  back: 'തിരികെ',
  logout: 'ലോഗൗട്ട്',
};
