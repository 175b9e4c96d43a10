// HOME with the registration form.
import { fieldNames } from '../../../default-words/en/field-names.ts';
import { registrationFaults } from '../../../default-words/en/registration-faults.ts';
import type { HomeWords } from '../../../public/words.ts';

export const home: HomeWords = {
  headline: 'Brew a cup. Spin the wheel.',
  promise: 'Each pack of tea brings an assured cashback voucher of up to Rs. {highest} by SMS.',
  stepsTitle: 'Ready before your tea is',
  steps: [
    { title: 'Tell us who you are', text: 'Your name, your mobile number and your state.' },
    { title: 'Confirm your number', text: 'Type the 6-digit code that we send you.' },
    { title: 'Spin', text: 'Your voucher follows by SMS within 10 days.' },
  ],
  formTitle: 'Claim your tea reward',
  name: fieldNames.name,
  mobile: fieldNames.mobile,
  mobileHint: '10 digits. The OTP and the voucher are sent to it.',
  state: fieldNames.state,
  stateChoose: fieldNames.stateChoose,
  agree: 'I am 18 or older, I live in India, and I agree to the {terms}.',
  getOtp: 'Get OTP',
  smallPrint:
    'For buyers of the Rs.{packPrice} pack of tea with a QR code inside, {from} to {to}. One claim per mobile number.',
  errors: registrationFaults,
};
