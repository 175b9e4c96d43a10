// HOME with the registration form. The faults are the spec's, word for word; 'City' for the state is its own.
import type { HomeWords } from '../../../words.ts';

export const home: HomeWords = {
  headline: 'Every pack has a little reward inside',
  promise: 'Get an assured cashback voucher of up to Rs. {highest}, sent to your phone by SMS.',
  stepsTitle: 'How it works',
  steps: [
    { title: 'Sign up', text: 'Tell us your name, mobile number and state.' },
    { title: 'Enter your OTP', text: 'We send a 6-digit code to your phone.' },
    { title: 'Get your reward', text: 'Your voucher comes by SMS within 10 days.' },
  ],
  formTitle: 'Claim your reward',
  name: 'Name',
  mobile: 'Mobile Number',
  mobileHint: '10 digits. Your OTP and your voucher come to this number.',
  state: 'State',
  stateChoose: 'Choose your state',
  agree: 'I am 18 or older, I live in India, and I agree to the {terms}.',
  getOtp: 'Get OTP',
  smallPrint:
    'For buyers of the Rs.{packPrice} promotional pack, {from} to {to}. One claim per mobile number.',
  faults: {
    nameRequired: '*Please enter your name',
    nameTooShort: '*Name must be at least 3 characters long',
    stateRequired: '*Please select a City',
    mobileRequired: '*Please enter a 10-digit number',
    mobileInvalid: '*Please enter a valid 10-digit number',
    ageConsent: '*Please agree to the age consent',
    termsConsent: '*Please agree to the Terms & Conditions',
    mobileRefused: 'Invalid mobile number',
    nameRefused: 'Invalid name',
  },
};
