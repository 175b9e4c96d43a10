// States only what the product does; amounts and dates come from the campaign's data.
import { fairDraw } from '../../../default-words/en/fair-draw.ts';
import type { CampaignWords } from '../../../public/words.ts';

export const terms: CampaignWords['terms'] = {
  sections: [
    {
      heading: '1. Overview',
      paragraphs: [
        'These terms govern {campaign} (the “Programme”), in which buyers of the Rs.{packPrice} promotional pack receive an assured cashback reward as a gift voucher. “We” are {promoter}, the promoter of the Programme, “you” are the person who takes part.',
        'By taking part you accept these terms. How we use your personal data is explained separately, in the Consent Notice.',
      ],
    },
    {
      heading: '2. Eligibility',
      paragraphs: [
        'The Programme is open to residents of India aged {minAge} or over who have bought the promotional pack.',
        'You need a 10-digit Indian mobile number that can receive SMS, and that is your own or that its owner lets you use.',
      ],
    },
    {
      heading: '3. Period',
      paragraphs: [
        'The Programme runs from {from} to {to}, both days included, by Indian Standard Time.',
        'If you have verified your mobile number within this period, you may still receive your reward on this site during the 24 hours after its end.',
        'We may move the last day to a later or an earlier date. From then on this site, these terms and the page about the draw show the new date, and what was promised or won by then remains valid.',
      ],
    },
    {
      heading: '4. How to participate',
      paragraphs: [
        'Buy the Rs.{packPrice} promotional pack. Scan the QR code on it: you can enter only through this link.',
        'Answer the privacy notice, enter your name, mobile number and state, and agree to these terms.',
        'Enter the 6-digit one-time password (OTP) that we send to your mobile number by SMS. Do not share it with anyone.',
        'Press PLAY to spin the wheel.\nIn {fixedStates} clause 6 applies instead of the wheel.',
        'Taking part costs nothing beyond the price of the pack and what your mobile operator charges for data.',
      ],
    },
    {
      heading: '5. Rewards',
      paragraphs: [
        'The reward is assured: every participant whose mobile number is verified receives one gift voucher. The wheel gives up to Rs. {highest}: a voucher of {wheelAmountsInRs}.',
        'The amount is drawn by chance from a deck of rewards. How many rewards of each amount the deck contains was fixed before the Programme began. The draw takes place on our server when your mobile number is verified. The wheel shows the result; how or when you press does not change it.',
        'Before the Programme began we published the deck, these rules and a fingerprint of the secret that the draw uses. The fingerprint (SHA-256) of it all is {commitment}. After the Programme we publish the secret and the list of all rewards without names or numbers, so that anyone can check every draw.',
        'If all rewards of the deck have been drawn before the Programme ends, every further participant receives Rs. {reserve} from a reserve that was set aside for this.',
        `{ifClosing}${fairDraw.fixed.closing}`,
        'We may add rewards later. Cards that are added have the same shares of each amount and are drawn after the others. Whatever we add is published on the page about the draw and entered in the list, and changes no reward that was drawn before.',
        'A reward once drawn is not changed. If your connection breaks, you can come back, verify the same mobile number again and see the same reward.',
      ],
    },
    {
      heading: '6. {fixedStates}',
      paragraphs: [
        'Out of regard for the {law}, participants from {bannedState} take part in no game of chance. Each of them receives a fixed reward of Rs. {bannedAmount}.',
        'Participants from {chosenState} take part in no game of chance. Each of them receives a fixed reward of Rs. {chosenAmount}.',
        'The state that counts is the one you gave when your mobile number was first verified. Changing your profile later does not change the reward.',
      ],
    },
    {
      heading: '7. Delivery and redemption',
      paragraphs: [
        'We send the voucher by SMS to your verified mobile number within {voucherDays} days. If it has not come by then, write to {email} or call {phone}.',
        'The voucher must be redeemed within {voucherYears} year. The SMS names the last day. After that day it has no value.',
        'A voucher can be used once. It cannot be exchanged for cash or for another amount.',
      ],
    },
    {
      heading: '8. One claim per number',
      paragraphs: [
        'Each mobile number can claim one reward in the whole Programme, however many packs were bought.',
        'We may refuse or block claims made by automatic means, with false details, or with numbers that the participant may not use.',
      ],
    },
    {
      heading: '9. Privacy',
      paragraphs: [
        'We use your personal data only to run the Programme, as the Consent Notice says. It lists what we ask for and why, how you withdraw your consent and where you can complain.',
      ],
    },
    {
      heading: '10. General terms',
      paragraphs: [
        'We are not liable for delays or failures of mobile networks, or for a number that was entered wrongly. Nothing in these terms limits a right that you have as a consumer or a liability that the law does not allow to be limited.',
        'If events beyond our control make it necessary, we may change, pause or end the Programme; we say so on this site. Rewards that have been granted by then are honoured.',
        'The Programme is void where a law prohibits it. It is not connected with the makers of your phone or your mobile operator.',
        'These terms are governed by the laws of India, and the courts of India have jurisdiction.',
        'If a translation of these terms differs from the English text, the English text counts.',
        'Questions and complaints: {email}, {phone}.',
      ],
    },
  ],
};
