// The page itself, before anything runs.
import type { EntryWords } from '../../../words.ts';

export const entry: EntryWords = {
  pageTitle: '{campaign}',
  pageDescription:
    'Scan the QR code on your Rs.{packPrice} promotional pack, spin the wheel and get an assured cashback voucher of up to Rs. {highest}.',
  scriptsNeeded: 'Please switch on JavaScript in your browser to take part.',
  skipToContent: 'Skip to content',
};
