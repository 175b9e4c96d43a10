// Separate from the terms, as the Digital Personal Data Protection Rules 2025, rule 3, require.
// States only what the product does. With tags, `measuring.ts` is inserted as a section.
import type { DocumentWords } from '../../public/words.ts';

export const consentNotice: DocumentWords = {
  title: 'Consent Notice',
  sections: [
    {
      heading: 'Who asks',
      paragraphs: [
        '{promoter}, the promoter of {campaign} (“we”), decides how your personal data is used in this programme. You can reach us at {email} or {phone}.',
        'This notice is given under the Digital Personal Data Protection Act, 2023. It is complete in itself: you can understand it without reading the Terms & Conditions.',
        'If a translation of this notice differs from the English text, the English text counts.',
      ],
    },
    {
      heading: 'What we ask for, and why',
      paragraphs: [
        'Your name: to address you in your profile and when you write to us about your reward.',
        'Your mobile number: to send you the OTP, to send you the voucher by SMS, and to make sure that each number claims only once.',
        'Your state: to give you the reward that the law of your state allows.',
        'Your answers to the privacy notice, and when you gave them: to show that you agreed.',
        'City, gender, age and email: asked for only if you edit your profile, to complete it. You can take part without giving them; email stays optional even then.',
        'A random key in a cookie of this site, the details in the link of the QR code and the times of your visits: to keep your claim together, to know which pack you scanned, and to protect the programme against misuse.',
        'The language you choose, in another cookie of this site: to show you the site in that language next time. It is not stored with your data.',
        'The approximate place you visit us from (country, state, city, postal code), as far as a list on our own server can tell from your network address: to check the programme for misuse. It never decides your reward, and we do not store the network address itself. We keep only a code of it, which cannot be read as an address.',
        'The reward you got and whether its SMS reached you: to pay what we owe you, and to account for it.',
      ],
    },
    {
      heading: 'What you get for it',
      paragraphs: [
        'This data lets you take part in {campaign} and lets us send you an assured reward. Without your name, mobile number and state we cannot send one.',
        'We use your data only for what this notice says. We do not sell it, and we send you no advertising.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'The company that sends our SMS receives your mobile number and the text of the SMS. The companies that run our servers store your data for us. They may use it only to do this work.',
        'We may have to give data to an authority where a law requires it.',
      ],
    },
    {
      heading: 'How we protect it',
      paragraphs: [
        'Your name, mobile number and profile are stored encrypted. Voucher codes are encrypted until they are sent.',
      ],
    },
    {
      heading: 'How to withdraw your consent',
      paragraphs: [
        'Before you register: tick No in the privacy notice, or close the page.',
        'After that, at any time: open “Your data and consent” in the menu or in your profile. Or write to {email} or call {phone}, and tell us the mobile number you registered with. It costs nothing, and you do not have to give a reason.',
        'We then erase your name, mobile number and profile. We keep a coded form of the number, which cannot be read as a number, together with the amount of the reward: it stops a number from claiming twice, and it is part of our accounts.',
        'If your voucher has not been sent yet, we send it first, unless you ask us to erase everything at once: then we can no longer send it. What was done before you withdrew stays lawful.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask us what data of yours we have and what we do with it, have it corrected, completed or erased, have a complaint settled, and name a person who uses these rights for you if you die or cannot use them yourself.',
        'You can correct your details yourself in your profile. For everything else write to {email} or call {phone}.',
      ],
    },
    {
      heading: 'Where to complain',
      paragraphs: [
        'Please write to us first at {email}, so that we can put it right.',
        'If you are not satisfied with our answer, you may complain to the Data Protection Board of India, in the way described on its website.',
      ],
    },
    {
      heading: 'Age',
      paragraphs: [
        'This programme is for adults of {minAge} years or more. Please do not give us data about a child.',
      ],
    },
  ],
};
