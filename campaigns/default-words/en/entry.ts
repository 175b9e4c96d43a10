import type { EntryWords } from '../../public/words.ts';

export const entry: EntryWords = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'Please switch on JavaScript in your browser to take part.',
  skipToContent: 'Skip to content',
};
