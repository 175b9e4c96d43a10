import type { Words } from '../public/words.ts';

/** Sentences without a default, which every campaign must write. */
export const ownSentences = {
  entry: ['brand'],
  privacy: ['statement', 'statementReason'],
  home: ['headline', 'promise', 'stepsTitle', 'steps', 'formTitle', 'mobileHint', 'smallPrint'],
  reward: ['thanks'],
  terms: ['sections'],
  howTo: ['sections'],
  notAllowed: ['hint'],
  closed: ['notStartedTitle', 'notStarted', 'endedTitle', 'endedVoucher', 'pausedTitle', 'paused'],
} as const satisfies { readonly [Place in keyof Words]?: readonly (keyof Words[Place])[] };
