import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'আমার প্রোফাইল',
  name: home.name,
  mobile: home.mobile,
  voucher: 'আপনার ভাউচার',
  notGiven: 'এখনও দেওয়া হয়নি',
  back: 'ফিরে যান',
  logout: 'লগআউট',
};
