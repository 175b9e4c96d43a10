// docs/draw.md for shoppers. Claims only what can be checked.
import type { FairDrawWords } from '../../public/words.ts';

export const fairDraw: FairDrawWords = {
  title: 'How the draw is fair',
  intro:
    'Everyone who takes part gets a reward. How much it is, is drawn like a card from a shuffled pack. Here you read what is fixed before the start, why nobody can choose a card, and how you can check it.',
  fixed: {
    heading: 'What is fixed before the start',
    deck: 'The draw deals {cards} cards, {size} at a time. In each {size} there are:',
    card: 'Rs. {amount}: {count} of {size}',
    days: 'The cards are opened day by day. Each day of the programme opens its share, and what is left over stays for the days after.',
    reserve:
      'Whenever there is no card to draw, or no fixed reward left, you get Rs. {amount} instead, from a reserve of {rewards} vouchers.',
    closing:
      'Nobody is let in who could not be paid. When every reward is promised to somebody, the programme closes early, and all who were let in still get theirs.',
    closingDays:
      'When the open cards are used up, yours is kept for you: you come back the next day and draw it then.',
  },
  states: {
    heading: 'Where there is no draw',
    intro: 'Whoever takes part from these states is in no draw, but gets a fixed reward:',
    reward: '{state}: Rs. {amount} each, {rewards} vouchers set aside. Reason: {law}.',
    rewardBetween:
      '{state}, from {first} to {last}: Rs. {amount} each, {rewards} vouchers set aside. Reason: {law}.',
  },
  nobody: {
    heading: 'Nobody can choose a card',
    how: 'Your card follows from three things: a secret that was fixed before the first card was drawn, your place in the line, and a code name that follows from your mobile number. All three are settled when your number is verified, before the wheel turns: PLAY only shows the card.',
    seen: 'So neither the brand nor we nor you can choose a card, and no way and no moment of pressing PLAY makes a better one more likely. If anyone changed the secret, a rule, a card or the list of rewards, the check would show it to all who have kept the fingerprints.',
  },
  proof: {
    heading: 'The proof',
    commitment:
      'Cards, rules, dates and the fingerprint of the secret stand in one document. We published its own fingerprint (SHA-256) on {date}, and the terms name it too:',
    changed:
      'If one letter of the document is changed, the fingerprint becomes another one. Copy it and keep it: then nobody can exchange the document without your seeing it.',
  },
  files: {
    heading: 'What is published',
    document: 'The document with the cards and the rules',
    head: 'How long the list of rewards is by now, and its fingerprint',
    secret: 'The secret',
    ledger: 'The list of all rewards',
    later:
      'The secret and the list of all rewards follow here after the end, on {date} at the earliest. Until then rewards can be claimed, and whoever knew the secret could work out the next card.',
    revealed: 'The secret was published on {date}. From then on no more rewards are given.',
  },
  list: {
    heading: 'What is in the list of rewards',
    text: 'There are two lines for each person: one from when the mobile number was verified, with the place in the line, and one from when the reward was given. They hold the minute, the state, the amount and the code name. Your own name, your mobile number and your voucher are never in it.',
  },
  check: {
    heading: 'How to check it yourself',
    keep: 'Save the document and the fingerprint of the list, today and again from time to time.',
    after:
      'After the end, save the secret and the list as well. A small program then works out every card anew and compares it with the list.',
    guide:
      'The program, and a guide for auditors with three draws worked out by hand, are in the source code of this site: see docs/draw.md there. Questions? Write to {email}.',
  },
  back: 'To go back, close this page.',
};
