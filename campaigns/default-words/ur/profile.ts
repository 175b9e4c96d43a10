import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'میری پروفائل',
  name: home.name,
  mobile: home.mobile,
  voucher: 'آپ کا واؤچر',
  notGiven: 'ابھی نہیں دیا گیا',
  back: 'واپس',
  logout: 'لاگ آؤٹ',
};
