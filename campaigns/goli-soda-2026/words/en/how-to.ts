import type { CampaignWords } from '../../../public/words.ts';

export const howTo: CampaignWords['howTo'] = {
  sections: [
    {
      heading: '1. Peel the label',
      paragraphs: [
        'Buy the ₹{packPrice} bottle of lemon masala soda between {from} and {to}. The QR code is on the back of its label.',
        'Peel the label off and scan the code with the camera of your phone. The code is the only way in.',
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
        'Press PLAY. Each spin wins a gift voucher of {wheelAmounts}. If it is ₹{highest}, the bottle is on us.',
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
