import type { CampaignWords } from '../../../public/words.ts';

export const howTo: CampaignWords['howTo'] = {
  sections: [
    {
      heading: '1. Open the pack',
      paragraphs: [
        'Buy the ₹{packPrice} pack of tea between {from} and {to}. The QR code is printed on the inside of the lid.',
        'Scan it with the camera of your phone. There is no other way in.',
      ],
    },
    {
      heading: '2. Sign up',
      paragraphs: [
        'Answer the privacy notice, then enter your name, your 10-digit mobile number and your state, and agree to the Terms & Conditions.',
        'Press Get OTP and enter the 6-digit code that comes by SMS. After 60 seconds you can ask for another. Keep the code to yourself.',
      ],
    },
    {
      heading: '3. Spin',
      paragraphs: [
        'Press PLAY. Each spin wins a gift voucher of {wheelAmounts}.',
        'In {fixedState} nobody spins: the reward is fixed, ₹{fixedAmount}.',
      ],
    },
    {
      heading: '4. Use the voucher',
      paragraphs: [
        'It comes by SMS within {voucherDays} days and is valid for {voucherYears} year.',
      ],
    },
  ],
};
