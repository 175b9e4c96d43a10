import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'My profile',
  name: home.name,
  mobile: home.mobile,
  voucher: 'Your voucher',
  notGiven: 'Not given yet',
  back: 'Back',
  logout: 'Logout',
};
