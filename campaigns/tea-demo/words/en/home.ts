import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'Brew a cup. Spin the wheel.',
  promise: 'Each pack of tea brings an assured cashback voucher of up to ₹{highest} by SMS.',
  stepsTitle: 'Ready before your tea is',
  steps: [
    { title: 'Tell us who you are', text: 'Your name, your mobile number and your state.' },
    { title: 'Confirm your number', text: 'Type the 6-digit code that we send you.' },
    { title: 'Spin', text: 'Your voucher follows by SMS within {voucherDays} days.' },
  ],
  formTitle: 'Claim your tea reward',
  mobileHint: '10 digits. We send the OTP and the voucher to this number.',
  smallPrint:
    'For buyers of the ₹{packPrice} pack of tea with a QR code inside, {from} to {to}. One claim per mobile number.',
};
