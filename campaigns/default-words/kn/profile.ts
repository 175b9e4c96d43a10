import type { ProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const profile: ProfileWords = {
  title: 'ನನ್ನ ಪ್ರೊಫೈಲ್',
  name: home.name,
  mobile: home.mobile,
  voucher: 'ನಿಮ್ಮ ವೋಚರ್',
  notGiven: 'ಇನ್ನೂ ಕೊಟ್ಟಿಲ್ಲ',
  back: 'ಹಿಂದೆ',
  logout: 'ಲಾಗ್‌ಔಟ್',
};
