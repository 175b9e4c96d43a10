// The schema of all words of one language, a file `words/<language>.json`. Server only.
import type * as z from 'zod';
import { fields } from './fields.ts';
import { errors, messages, states } from './message-words.ts';
import { fairDraw, laws } from './draw-words.ts';
import { questionWords as questions } from './questions-schema.ts';
import {
  consentNotice,
  entry,
  home,
  howTo,
  measuring,
  otp,
  packs,
  privacy,
  progress,
  terms,
} from './entry-words.ts';
import {
  closed,
  contact,
  demo,
  editProfile,
  loader,
  menu,
  notAllowed,
  profile,
  question,
  reward,
  wheel,
  yourData,
} from './play-words.ts';

export const wordsSchema = fields({
  entry,
  privacy,
  home,
  packs,
  otp,
  progress,
  wheel,
  reward,
  question,
  profile,
  editProfile,
  menu,
  terms,
  fairDraw,
  consentNotice,
  measuring,
  howTo,
  contact,
  yourData,
  notAllowed,
  closed,
  errors,
  loader,
  messages,
  states,
  laws,
  questions,
  demo,
});

type Words = z.infer<typeof wordsSchema>;

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
