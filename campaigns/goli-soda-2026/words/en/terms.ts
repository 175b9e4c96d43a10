// States only what the product does; amounts and dates come from the campaign's data.
import type { CampaignWords } from '../../../public/words.ts';

export const terms: CampaignWords['terms'] = {
  sections: [
    {
      heading: '1. Overview',
      paragraphs: [
        'These terms are the agreement between {promoter}, the promoter of {campaign} (“we”), and the person who takes part (“you”). Whoever buys the ₹{packPrice} bottle of soda with a QR code behind its label, and keeps to these terms, receives an assured cashback reward as a gift voucher, as long as vouchers last.',
        'You accept these terms by taking part. What we do with your personal data is explained separately, in the Consent Notice.',
      ],
    },
    {
      heading: '2. Eligibility',
      paragraphs: [
        'You may take part if you live in one of these states, are {minAge} years of age or older and have bought the bottle: {states}. The programme is not open in other states.',
        'You need an Indian mobile number of ten digits that receives SMS and that you may use.',
      ],
    },
    {
      heading: '3. Period',
      paragraphs: [
        'The programme runs from {from} to {to}, both days included, by Indian Standard Time.',
        'Anyone who has verified a mobile number by then can still get the reward on this site during the next 24 hours.',
        'The last day may be moved to a later or an earlier date. From then on this site, these terms and the page about the draw show the new date, and what was promised or won by then remains valid.',
      ],
    },
    {
      heading: '4. How to participate',
      paragraphs: [
        'Scan the QR code behind the label, answer the privacy notice, fill in the form and agree to these terms.',
        'Enter the 6-digit one-time password (OTP) that we send by SMS, and press PLAY to spin the wheel.',
        'Beyond the price of the bottle, taking part costs only what your mobile operator charges for data.',
      ],
    },
    {
      heading: '5. Rewards',
      paragraphs: [
        'The reward is assured: each participant with a verified mobile number receives one gift voucher, up to ₹{highest}. The wheel gives {wheelAmounts}.',
        'Which of them you get is decided by chance on our server when your mobile number is verified: a card is drawn from a deck. How many cards of each amount the deck contains was fixed before the programme began. The wheel only shows your card.',
        'The deck, the rules and a fingerprint of the secret that the draw uses were published before the programme began; the fingerprint (SHA-256) of it all is {commitment}. After the programme we publish the secret and the list of all rewards, without names or numbers, so that anyone can check every draw.',
        '{ifClosing}We let in only as many participants as there are cards. Once every card has been promised to somebody, the programme closes, even if {to} has not come yet. Everyone who has verified the mobile number by then receives the reward.',
        'Rewards may be added later: cards with the same shares of each amount, drawn after the others. What is added is published on the page about the draw and entered in the list, and changes no reward that was drawn before.',
        'A reward stays as it was drawn. After a lost connection, verify the same mobile number again and you see the same reward.',
      ],
    },
    {
      heading: '6. Delivery and redemption',
      paragraphs: [
        'The voucher is sent by SMS to the verified mobile number within {voucherDays} days. If it does not come, write to {email} or call {phone}.',
        'Redeem it within {voucherYears} year: the SMS names the last day, after which it has no value. It can be used once and cannot be exchanged.',
      ],
    },
    {
      heading: '7. One claim per number',
      paragraphs: [
        'A mobile number can claim one reward in the whole programme, however many bottles were bought.',
        'Claims made by automatic means, with false details or with a number that is not yours to use may be refused or blocked.',
      ],
    },
    {
      heading: '8. Privacy',
      paragraphs: [
        'We use your personal data for this programme only. The Consent Notice says what we ask for and why, how you withdraw, and where you can complain.',
      ],
    },
    {
      heading: '9. General terms',
      paragraphs: [
        'We are not liable for delays or failures of mobile networks, or for numbers that were entered wrongly. No right that the law gives you as a consumer is limited by these terms.',
        'Where events beyond our control require it, we may change, pause or end the programme and say so here. Rewards granted by then are honoured.',
        'The programme is void where a law prohibits it. The laws of India govern these terms, and the courts of India have jurisdiction.',
        'If a translation of these terms differs from the English text, the English text counts.',
        'Questions and complaints: {email}, {phone}.',
      ],
    },
  ],
};
