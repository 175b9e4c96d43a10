// Messages of the server's refusals. Those that the client shows too are imported from its words.
import type { MessageWords } from '../../public/words.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

export const messages: MessageWords = {
  invalidName: 'Please enter your name with 3 to 35 letters.',
  invalidMobile: 'Please enter a 10-digit mobile number that starts with 5, 6, 7, 8 or 9.',
  emptyCity: 'Please choose a city of your state.',
  format: 'Please enter a valid email address of up to 80 characters.',
  invalidAge:
    'Please enter an age from {minAge} to 120: you must be {minAge} or older to take part.',
  invalidGender: 'Please choose one of the genders shown.',
  invalidData: 'Please check your details and try again.',
  participationLimit:
    'This mobile number has already claimed its reward. Its voucher is on its way by SMS.',
  tryAgain: 'Please wait {wait} and try again.',
  invalidOtp: otp.errors.wrong,
  expiredOtp: otp.errors.expired,
  invalidUser: 'You cannot take part with this mobile number. Please write to {email}.',
  pacedOut:
    'All of today’s rewards have been drawn. Yours is kept for you: please come back in {wait}.',
  guarded:
    'To protect your number, we ask for the OTPs of our two newest SMS. Please enter the other one too, or press Resend OTP in {wait}.',
  consentMissing: 'Please answer the privacy notice first.',
  stateUnknown: 'Please choose your state from the list.',
  nothingPending: 'Please ask for a new OTP first.',
  sessionExpired: errors.sessionExpired,
  notStarted: 'The programme has not started yet. It runs from {from} to {to}.',
  ended: 'The programme has ended. It ran from {from} to {to}.',
  paused:
    'The programme is paused for a while. What is yours stays yours: please come back later and try again.',
  endedOrFull:
    'The programme has ended. It was open from {from} until every reward had been promised, at the latest until {to}.',
  notPublished:
    'Not published yet: the secret and the list of all rewards will be published after the programme ends, when no more rewards can be claimed.',
  tooLarge: 'That was too much at once. Please check your details and try again.',
  wrongType: 'We could not read that. Please open the page again and try once more.',
  notFound: 'We could not find that. Please open the page again.',
  wrongMethod: 'That is not possible here. Please open the page again.',
  unavailable: 'We are very busy right now. Please try again in a moment.',
  serverError: errors.generic,
};
