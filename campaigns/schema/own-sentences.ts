import type { Words } from '../public/words.ts';

/** Sentences without a default, which every campaign must write. */
const ownSentences = {
  entry: ['brand'],
  privacy: ['statement', 'statementReason'],
  home: ['headline', 'promise', 'stepsTitle', 'steps', 'formTitle', 'mobileHint', 'smallPrint'],
  reward: ['thanks'],
  terms: ['sections'],
  howTo: ['sections'],
  notAllowed: ['hint'],
  closed: ['notStartedTitle', 'notStarted', 'endedTitle', 'endedVoucher', 'pausedTitle', 'paused'],
} as const satisfies { readonly [Place in keyof Words]?: readonly (keyof Words[Place])[] };

/** @param path of a sentence, or of a group of such sentences */
export function isOwnSentence([place, sentence]: readonly PropertyKey[]): boolean {
  return Object.entries(ownSentences).some(
    ([name, sentences]) =>
      name === place && (sentence === undefined || sentences.some((own) => own === sentence)),
  );
}
