// PROFILE.
import type { ProfileWords } from '../../public/words.ts';
import { fieldNames } from './field-names.ts';

export const profile: ProfileWords = {
  title: 'My profile',
  name: fieldNames.name,
  mobile: fieldNames.mobile,
  notGiven: 'Not given yet',
  back: 'Back',
  logout: 'Logout',
};
