import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'என் சுயவிவரம்',
  name: home.name,
  mobile: home.mobile,
  voucher: 'உங்கள் வவுச்சர்',
  notGiven: 'இன்னும் தரப்படவில்லை',
  back: 'பின்செல்',
  logout: 'வெளியேறு',
};
