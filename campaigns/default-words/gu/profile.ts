import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'મારી પ્રોફાઇલ',
  name: home.name,
  mobile: home.mobile,
  voucher: 'તમારું વાઉચર',
  notGiven: 'હજી આપ્યું નથી',
  back: 'પાછા',
  logout: 'લૉગઆઉટ',
};
