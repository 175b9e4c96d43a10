// The schema of all words of one language, a file `words/<language>.json`. Server only.
import { fields } from './fields.ts';
import { errors, messages, states } from './message-words.ts';
import { fairDraw } from './draw-words.ts';
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
  questions,
  demo,
});
