// The schema of all words of one language, a file `words/<language>.json`. Server only.
import {
  pluginSections,
  writtenWords,
  type campaignPlugins,
  type pluginMessages,
} from '@inaam/plugins/campaigns.ts';
import type * as z from 'zod';
import { fields, map } from './fields.ts';
import { errors, messages, states } from './message-words.ts';
import {
  consentNotice,
  entry,
  home,
  howTo,
  measuring,
  otp,
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
  bonus,
  reward,
  wheel,
  yourData,
} from './play-words.ts';
import { sentence } from './sentence.ts';

// The page on why the draw is fair. `{…}` in a comment is a placeholder that the page fills in with
// localized numbers and days.

/** By the law of a fixed reward in rewards.json; in its own language it needs no other words. */
const laws = map(sentence(), 'Write the law or reason as its readers call it.').prefault({});

const fairDraw = fields({
  /** Also the link in the terms. */
  title: sentence(),
  intro: sentence(),
  fixed: fields({
    heading: sentence(),
    /** `{cards}` in the whole deck, dealt in blocks of `{size}`. */
    deck: sentence('cards', 'size'),
    /** For each amount: `{count}` of the `{size}` cards in a block. */
    card: sentence('amount', 'count', 'size'),
    /** If the cards are released day by day. */
    days: sentence(),
    /** If a reserve pays: `{rewards}` rewards of `{amount}`. */
    reserve: sentence('amount', 'rewards'),
    /** If the campaign closes with its deck. */
    closing: sentence(),
    /** If it closes with its deck and releases the cards day by day. */
    closingDays: sentence(),
    /** If a question is asked after the reward. */
    question: sentence(),
  }),
  /** If any state has a fixed reward. */
  states: fields({
    heading: sentence(),
    intro: sentence(),
    /** For each state; `{rewards}`: the planned number. */
    reward: sentence('state', 'amount', 'rewards', 'law'),
    /** If it does not apply for the whole programme; `{first}`, `{last}`: days. */
    rewardBetween: sentence('state', 'first', 'last', 'amount', 'rewards', 'law'),
  }),
  /** If anything changed since the commitment; each line has one `{date}`. */
  amended: fields({
    heading: sentence(),
    intro: sentence(),
    cards: sentence('date', 'cards', 'size'),
    reserve: sentence('date', 'rewards'),
    state: sentence('date', 'state', 'rewards'),
    lastDay: sentence('date', 'day'),
  }),
  nobody: fields({ heading: sentence(), how: sentence(), seen: sentence() }),
  proof: fields({
    heading: sentence(),
    /** Before the commitment. `{date}`: its publication. */
    commitment: sentence('date'),
    changed: sentence(),
  }),
  /** Link names of the published files. */
  files: fields({
    heading: sentence(),
    document: sentence(),
    amendments: sentence(),
    head: sentence(),
    secret: sentence(),
    ledger: sentence(),
    /** While secret and ledger are unpublished. `{date}`: the earliest day of publication. */
    later: sentence('date'),
    /** Once they are published. */
    revealed: sentence('date'),
  }),
  list: fields({ heading: sentence(), text: sentence() }),
  check: fields({
    heading: sentence(),
    keep: sentence(),
    after: sentence(),
    guide: sentence(),
    /** The check in the page itself. */
    here: fields({
      button: sentence(),
      /** What it can check before and after the reveal. */
      before: sentence(),
      after: sentence(),
      /** For a browser that cannot. */
      missing: sentence(),
      /** Lines of the list. */
      progress: sentence('done', 'all'),
      validSoFar: sentence(),
      valid: sentence('entries', 'cards', 'rewards'),
      wrongLine: sentence('line'),
      /** `{file}`: the link's name of a published file. */
      wrongFile: sentence('file'),
      /** Before a sentence in English. */
      reason: sentence(),
      failed: sentence(),
    }),
  }),
  /** Returns to the page from which this one was opened. */
  back: sentence(),
});

export const wordsSchema = fields({
  entry,
  privacy,
  home,
  otp,
  progress,
  wheel,
  reward,
  bonus,
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
  ...pluginSections,
  ...writtenWords,
  demo,
});

type Words = z.infer<typeof wordsSchema>;
export type WrittenWords = keyof typeof writtenWords;
export type PluginSection = keyof typeof pluginSections;
export type PluginMessage = keyof typeof pluginMessages;

type Plugins = typeof campaignPlugins;
/** What the page gets of plugins' files, but for the words. */
export type PluginShown = { [Name in keyof Plugins]?: ReturnType<Plugins[Name]['shown']> };

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
