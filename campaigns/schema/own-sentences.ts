import type { Words } from '../public/words.ts';

/** The sentences without a default, place by place: every campaign has its own. */
export const ownSentences = {
  privacy: ['statement'],
  home: ['headline', 'promise', 'stepsTitle', 'steps', 'formTitle', 'mobileHint', 'smallPrint'],
  reward: ['thanks'],
  terms: ['sections'],
  howTo: ['sections'],
  notAllowed: ['hint'],
  closed: ['notStartedTitle', 'notStarted', 'endedTitle', 'ended', 'endedVoucher'],
} as const satisfies { readonly [Place in keyof Words]?: readonly (keyof Words[Place])[] };
