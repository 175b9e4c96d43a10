import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'Please turn on JavaScript in your browser to take part.',
  cannotStart:
    'This page does not work in this browser. Please update the browser, or use Chrome or another phone.',
  skipToContent: 'Skip to content',
};
