import type { CampaignWords } from '../../../public/words.ts';

export const home: CampaignWords['home'] = {
  headline: 'When it rains, it pops.',
  promise:
    'Behind every label waits an assured cashback voucher of up to ₹{highest}: the price of the whole bottle.',
  stepsTitle: 'Three sips to your voucher',
  steps: [
    { title: 'Say hello', text: 'Your name, your mobile number and your state.' },
    { title: 'Type the code', text: 'Six digits, sent to your phone by SMS.' },
    { title: 'Spin', text: 'Your voucher comes by SMS within {voucherDays} days.' },
  ],
  formTitle: 'Open your reward',
  mobileHint: '10 digits. Your OTP and your voucher are sent to this number.',
  smallPrint:
    'For buyers of the ₹{packPrice} bottle with a QR code behind its label, {from} to {to}, as long as vouchers last. One claim per mobile number.',
};
