// What is wrong with a field of the registration form: the spec's, word for word; 'City' for the state is its own.
import type { HomeWords } from '../../public/words.ts';
import { verbatim } from './verbatim.ts';

export const registrationFaults: HomeWords['errors'] = {
  nameRequired: '*Please enter your name',
  nameTooShort: '*Name must be at least 3 characters long',
  stateRequired: verbatim.selectCity,
  mobileRequired: '*Please enter a 10-digit number',
  mobileInvalid: '*Please enter a valid 10-digit number',
  ageConsent: '*Please agree to the age consent',
  termsConsent: '*Please agree to the Terms & Conditions',
  mobileRefused: 'Invalid mobile number',
  nameRefused: 'Invalid name',
};
