import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'मेरी प्रोफ़ाइल',
  name: home.name,
  mobile: home.mobile,
  voucher: 'आपका वाउचर',
  notGiven: 'अभी नहीं दिया',
  back: 'वापस',
  logout: 'लॉगआउट',
};
