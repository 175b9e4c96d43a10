import { expect, test, afterEach, vi } from 'vitest';
import { fill, placeholdersOf } from './fill.ts';
import { formatDate } from './format-date.ts';
import { localeOf, formatNumber, formatWait, formatRupees } from './format.ts';
import fc from 'fast-check';
import { splitNoBreak } from './no-break.ts';

test('fill puts values into their placeholders and leaves the others alone', () => {
  expect(fill('Rs. {amount} of {amount}, {other}', { amount: 5 })).toBe('Rs. 5 of 5, {other}');
  expect(fill('{toString}', {})).toBe('{toString}');
  expect(fill('{a}', { a: '{b}', b: 'no second round' })).toBe('{b}');
});

test('placeholdersOf lists each placeholder, in order', () => {
  expect(placeholdersOf('{code} and {code} until {validUntil}')).toEqual([
    'code',
    'code',
    'validUntil',
  ]);
});

test('formatDate writes a day as in India, in any time zone of the machine', () => {
  expect(formatDate('2025-05-06', 'en')).toBe('6 May 2025');
  expect(formatDate('2025-09-15', 'en-IN')).toBe('15 September 2025');
  expect(formatDate('2025-09-15', 'hi')).toBe('15 सितंबर 2025');
});

test.each(['hi', 'mr', 'bn', 'ne', 'as', 'ur', 'ta', 'hi-IN'])(
  'in %s days, waits and lists have the digits 0 to 9, as in India',
  (language) => {
    const list = new Intl.ListFormat(localeOf(language)).format(['3', '5']);
    const spelled = [formatDate('2025-05-06', language), formatWait(45, language), list].join(' ');
    expect(spelled.match(/\p{Nd}/gu)?.join('')).toMatch(/^[0-9]+$/);
    expect(spelled).toMatch(/6/);
    expect(spelled).toMatch(/45/);
  },
);

test('formatWait writes a wait in Hindi', () => {
  expect(formatWait(45, 'hi')).toBe('45 सेकंड');
  expect(formatWait(120, 'hi')).toBe('2 मिनट');
});

test.each([
  [0, '1 second'],
  [59.2, '60 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('formatWait writes %d seconds as %s', (seconds, spelled) => {
  expect(formatWait(seconds, 'en')).toBe(spelled);
});

test('rupees have their sign and the digits 0 to 9 in every language', () => {
  expect(formatRupees(10, 'en')).toBe('₹10');
  expect(formatRupees(10, 'hi')).toBe('₹10');
  expect(formatRupees(10, 'ur')).toBe('₹10');
  expect(formatRupees(100_000, 'en')).toBe('₹1,00,000');
  expect(formatRupees(100_000, 'ur')).toBe('₹1,00,000');
  expect(formatNumber(1_000_000, 'ur')).toBe('10,00,000');
});

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [45, '45 ਸਕਿੰਟ'],
  [120, '2 ਮਿੰਟ'],
  [7200, '2 ਘੰਟੇ'],
])('a wait of %d seconds is in Punjabi also in a browser without its units', (seconds, wait) => {
  const { NumberFormat } = Intl;
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (locales, options) {
    return new NumberFormat(options?.style === 'unit' ? 'en' : locales, options);
  });
  expect(formatWait(seconds, 'pa')).toBe(wait);
});

test.each([
  [45, '0:45'],
  [75, '1:15'],
  [120, '2:00'],
  [7200, '120:00'],
])('a wait of %d seconds is %s in a browser without units', (seconds, wait) => {
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function () {
    throw new RangeError('Invalid unit.');
  });
  // A language that no other test uses, because the module caches each format.
  expect(formatWait(seconds, 'brx')).toBe(wait);
});

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'month %d has its name in Punjabi, the one that Intl knows, also in a browser without it',
  (month) => {
    const day = `2025-${String(month).padStart(2, '0')}-06`;
    const known = new Intl.DateTimeFormat('pa-IN-u-nu-latn', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(day));
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_locales, options) {
      return new DateTimeFormat('und', options);
    });
    expect(formatDate(day, 'pa')).toBe(known);
  },
);

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
