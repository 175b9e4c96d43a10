// PROFILE.
import type { ProfileWords } from '../../public/words.ts';
import { fieldNames } from './field-names.ts';

export const profile: ProfileWords = {
  title: 'मेरी प्रोफ़ाइल',
  name: fieldNames.name,
  mobile: fieldNames.mobile,
  notGiven: 'अभी नहीं दिया',
  back: 'वापस',
  logout: 'लॉगआउट',
};
