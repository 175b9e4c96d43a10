import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  endsEarlier:
    'This programme ends earlier than planned: the last day is {to}. What you have won stays yours.',
  endsLater: 'This programme has been extended: the last day is now {to}.',
  name: 'Name',
  mobile: 'Mobile Number',
  state: 'State',
  stateChoose: 'Choose your state',
  agree: 'I am {minAge} or older, I live in India, and I agree to the {terms}.',
  getOtp: 'Get OTP',
  trust: {
    number:
      'We use your number to send the OTP and the voucher, and to allow one claim per number. We never use it for advertising.',
    calls: 'We will never call you to ask for the OTP. Do not share it with anyone.',
    promoter: 'This promotion is run by {promoter}. Questions? Call {phone}.',
    draw: 'Anyone can check every draw',
  },
  errors: {
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
