import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitNoBreak } from './no-break.ts';

const noBreak = (text: string) =>
  splitNoBreak(text)
    .filter(({ isNoBreak }) => isNoBreak)
    .map((piece) => piece.text);

test.each([
  ['*Please enter a 10-digit number', ['10-digit']],
  ['The campaign clock says 6 May 2025.', ['6 May']],
  ['You have won Rs. 10', ['Rs. 10']],
  ['For the Rs.10 promotional pack', []],
  ['up to ₹10, by SMS', []],
  ['Call 1800 000 0000.', ['1800 000 0000.']],
  ['sent to 98765 43210 now', ['98765 43210 now']],
  ['sent to +91 9876543210.', ['+91 9876543210.']],
  ['within 10 days, for 1 year', ['10 days,', '1 year']],
  ['a deck of 10,00,000 cards', ['10,00,000 cards']],
  ['हम 6 अंकों का कोड भेजेंगे', ['6 अंकों']],
  ['10 দিনের মধ্যে SMS-এ আসবে, ₹10-এর', ['10 দিনের', 'SMS-এ', '₹10-এর']],
  ['2025 മേയ് 6 മുതൽ 2025 സെപ്റ്റംബർ 15 വരെ', ['2025 മേയ് 6', '2025 സെപ്റ്റംബർ 15']],
  ['2025, മേയ് 16-നകം ഇത് എത്തും', ['2025, മേയ് 16-നകം']],
  ['Asha Rao-ന്, OTP-യും', ['Rao-ന്,', 'OTP-യും']],
  ['শুরু হবে 10 জানুয়ারি, 2026 তারিখে', ['10 জানুয়ারি,', '2026 তারিখে']],
  ['6 மே, 2025 முதல்', ['6 மே,', '2025 முதல்']],
  ['Is it 6 May?', ['6 May?']],
  ['SMS-இல் 6 இலக்க', ['SMS-இல்', '6 இலக்க']],
  ['ಮೇ 6, 2025 ರಿಂದ ಸೆಪ್ಟೆಂಬರ್ 15, 2025 ರವರೆಗೆ', ['ಮೇ 6, 2025', 'ಸೆಪ್ಟೆಂಬರ್ 15, 2025']],
  ['मैं भारत का/की निवासी हूँ, करता/करती हूँ', ['का/की', 'करता/करती']],
  ['میں بھارت میں رہتا/رہتی ہوں', ['رہتا/رہتی']],
  ['a voucher and/or a card', []],
  ['from 6 May 2025 to 15 September 2025', ['6 May', '2025 to', '15 September']],
  ['the fingerprint 3ced5-db8 c2', []],
  ['Say Yes.', []],
])('%s', (text, parts) => {
  expect(noBreak(text)).toEqual(parts);
});

test('the pieces are the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(
        splitNoBreak(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
