import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'నా ప్రొఫైల్',
  name: home.name,
  mobile: home.mobile,
  voucher: 'మీ వోచర్',
  notGiven: 'ఇంకా ఇవ్వలేదు',
  back: 'వెనక్కి',
  logout: 'లాగౌట్',
};
