// docs/draw.md for shoppers. Claims only what can be checked.
import type { FairDrawWords } from '../../public/words.ts';

export const fairDraw: FairDrawWords = {
  title: 'How the draw is fair',
  intro:
    'Everyone who takes part gets a reward. The amount is drawn like a card from a shuffled pack. This page explains what is fixed before the start, why nobody can choose a card, and how you can check it.',
  fixed: {
    heading: 'What is fixed before the start',
    deck: 'The draw has {cards} cards, dealt {size} at a time. Every {size} cards contain:',
    card: '₹{amount}: {count} of {size}',
    days: 'The cards are released day by day. Each day of the programme releases its share, and whatever is left over stays for the days after.',
    reserve:
      'If there is no card left to draw, or no fixed reward left, you get ₹{amount} instead, from a reserve of {rewards} vouchers.',
    closing:
      'We let in only as many people as we can pay. Once every reward is promised to someone, the programme closes early, and everyone who was let in still gets theirs.',
    closingDays:
      'When the cards of the day are used up, yours is kept for you: come back the next day and draw it then.',
  },
  states: {
    heading: 'Where there is no draw',
    intro: 'People who take part from these states are not in a draw. They get a fixed reward:',
    reward: '{state}: ₹{amount} each, {rewards} vouchers set aside. Reason: {law}.',
    rewardBetween:
      '{state}, from {first} to {last}: ₹{amount} each, {rewards} vouchers set aside. Reason: {law}.',
  },
  amended: {
    heading: 'What has changed since',
    intro:
      'Rewards can be added, and the last day can be moved. Each change is published at once and is a line in the list of rewards. It changes no card that was drawn before.',
    cards: '{date}: {cards} more cards, with the same kinds in every {size}.',
    reserve: '{date}: {rewards} more vouchers in the reserve.',
    state: '{date}: {rewards} more vouchers for {state}.',
    lastDay: '{date}: the last day is now {day}.',
  },
  nobody: {
    heading: 'Nobody can choose a card',
    how: 'Three things decide your card: a secret that was fixed before the first card was drawn, your place in the queue, and a code name made from your mobile number. All three are settled when your number is verified, before the wheel turns. PLAY only shows the card.',
    seen: 'So nobody can choose a card: not the brand, not us, not you. How or when you press PLAY makes no difference. If anyone changed the secret, a rule, a card or the list of rewards, the check would show it to everyone who has kept the fingerprints.',
  },
  proof: {
    heading: 'The proof',
    commitment:
      'The cards, the rules, the dates and the fingerprint of the secret are in one document. We published the fingerprint of that document (SHA-256) on {date}. You also find it in the terms:',
    changed:
      'If even one letter of the document changes, so does the fingerprint. Copy it and keep it: then nobody can swap the document without you noticing.',
  },
  files: {
    heading: 'What is published',
    document: 'The document with the cards and the rules',
    amendments: 'The changes since the start',
    head: 'The length of the list of rewards so far, and its fingerprint',
    secret: 'The secret',
    ledger: 'The list of all rewards',
    later:
      'The secret and the list of all rewards will appear here after the programme ends, on {date} at the earliest. Until then rewards can still be claimed, and anyone who knew the secret could work out the next card.',
    revealed: 'The secret was published on {date}. No rewards are given after that.',
  },
  list: {
    heading: 'What is in the list of rewards',
    text: 'Each person has two lines: one for when the mobile number was verified, with your place in the queue, and one for when the reward was given. They contain the time to the minute, the state, the amount and the code name. Your real name, your mobile number and your voucher are never in it.',
  },
  check: {
    heading: 'How to check it yourself',
    keep: 'Save the document and the fingerprint of the list today, and again from time to time.',
    after:
      'After the programme ends, save the secret and the list too. A small program then works out every card again and compares it with the list.',
    guide:
      'The program, and a guide for auditors with three draws worked out by hand, are in the source code of this site: see docs/draw.md there. Questions? Write to {email}.',
  },
  back: 'To go back, close this page.',
};
