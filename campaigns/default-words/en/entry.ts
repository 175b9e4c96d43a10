import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'Please switch on JavaScript in your browser to take part.',
  skipToContent: 'Skip to content',
};
