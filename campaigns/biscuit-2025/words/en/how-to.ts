import type { CampaignWords } from '../../../public/words.ts';

export const howTo: CampaignWords['howTo'] = {
  sections: [
    {
      heading: '1. Buy and scan',
      paragraphs: [
        'Buy the ₹{packPrice} promotional pack between {from} and {to}.',
        'Scan the QR code on the pack with the camera of your phone. The code is the only way in.',
      ],
    },
    {
      heading: '2. Register',
      paragraphs: [
        'Answer the privacy notice. Then enter your name, your 10-digit mobile number and your state, and agree to the Terms & Conditions.',
        'Press Get OTP. We send a 6-digit code to your mobile number by SMS.',
      ],
    },
    {
      heading: '3. Verify',
      paragraphs: [
        'Enter the code and press Verify. If no code has come after 60 seconds, press Resend OTP.',
        'Never share the code with anyone. We never call you to ask for it.',
      ],
    },
    {
      heading: '4. Get your reward',
      paragraphs: [
        'Press PLAY to spin the wheel. Every spin wins a gift voucher of {wheelAmounts}.',
        'If you take part from {fixedState} there is no wheel: you get a fixed reward of ₹{fixedAmount}.',
        'Your voucher comes by SMS within {voucherDays} days and is valid for {voucherYears} year.',
      ],
    },
  ],
};
