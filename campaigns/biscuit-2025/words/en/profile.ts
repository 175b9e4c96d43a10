// PROFILE.
import type { ProfileWords } from '../../../words.ts';

export const profile: ProfileWords = {
  title: 'My profile',
  name: 'Name',
  mobile: 'Mobile Number',
  notGiven: 'Not given yet',
  back: 'Back',
  logout: 'Logout',
};
