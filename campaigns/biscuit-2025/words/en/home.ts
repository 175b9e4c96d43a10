import { otp } from '../../../default-words/en/otp.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'Every pack has a little reward inside',
  promise: 'Get an assured cashback voucher of up to ₹{highest}, sent to your phone by SMS.',
  stepsTitle: 'How it works',
  steps: [
    { title: 'Sign up', text: 'Tell us your name, mobile number and state.' },
    { title: otp.title, text: 'We send a 6-digit code to your phone.' },
    { title: 'Get your reward', text: 'Your voucher comes by SMS within {voucherDays} days.' },
  ],
  formTitle: 'Claim your reward',
  mobileHint: '10 digits. Your OTP and your voucher come to this number.',
  smallPrint:
    'For buyers of the ₹{packPrice} promotional pack, {from} to {to}. One claim per mobile number.',
};
