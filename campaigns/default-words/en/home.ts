import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  endsEarlier:
    'This programme ends earlier than planned: the last day is {to}. What you have won stays yours.',
  endsLater: 'This programme goes on for longer: the last day is now {to}.',
  name: 'Name',
  mobile: 'Mobile Number',
  state: 'State',
  stateChoose: 'Choose your state',
  agree: 'I am 18 or older, I live in India, and I agree to the {terms}.',
  getOtp: 'Get OTP',
  trust: {
    number:
      'We use your number for the OTP, the voucher and one claim per number, and never for advertising.',
    calls: 'Nobody will ever call you to ask for the OTP. Share it with no one.',
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
