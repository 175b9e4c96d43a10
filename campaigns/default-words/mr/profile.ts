import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'माझे प्रोफाइल',
  name: home.name,
  mobile: home.mobile,
  voucher: 'तुमचे व्हाउचर',
  notGiven: 'अजून दिलेले नाही',
  back: 'मागे',
  logout: 'लॉगआउट',
};
