// HOME with the registration form.
import { fieldNames } from '../../../default-words/en/field-names.ts';
import { registrationFaults } from '../../../default-words/en/registration-faults.ts';
import type { HomeWords } from '../../../public/words.ts';
import { otp } from './otp.ts';

export const home: HomeWords = {
  headline: 'Every pack has a little reward inside',
  promise: 'Get an assured cashback voucher of up to Rs. {highest}, sent to your phone by SMS.',
  stepsTitle: 'How it works',
  steps: [
    { title: 'Sign up', text: 'Tell us your name, mobile number and state.' },
    { title: otp.title, text: 'We send a 6-digit code to your phone.' },
    { title: 'Get your reward', text: 'Your voucher comes by SMS within 10 days.' },
  ],
  formTitle: 'Claim your reward',
  name: fieldNames.name,
  mobile: fieldNames.mobile,
  mobileHint: '10 digits. Your OTP and your voucher come to this number.',
  state: fieldNames.state,
  stateChoose: fieldNames.stateChoose,
  agree: 'I am 18 or older, I live in India, and I agree to the {terms}.',
  getOtp: 'Get OTP',
  smallPrint:
    'For buyers of the Rs.{packPrice} promotional pack, {from} to {to}. One claim per mobile number.',
  errors: registrationFaults,
};
