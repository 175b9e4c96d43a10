// Describes the sentences that tell what went wrong: the client's own, and the server's. Holds no
// sentence. In a comment, `{…}` is a placeholder that the caller fills in.
import type { MessageId } from '@inaam/contract/message-ids.ts';
import { fields, map } from './fields.ts';
import { sentence } from './sentence.ts';

/**
 * What states are called in this language, by their names in `states.json`, which are also the
 * wire's. One that is not here keeps that name.
 */
export const states = map(
  sentence(),
  'Write a name for each state, or {} where the names of states.json are right.',
);

/**
 * The client's shared handling (Spec 8) and what is shown when the app itself fails (Spec 2).
 * Verbatim.
 */
export const errors = fields({
  sessionNotFound: sentence(),
  sessionExpired: sentence(),
  network: sentence(),
  offline: sentence(),
  generic: sentence(),
  /** The view of an unhandled error. */
  unexpected: sentence(),
  /** Its button; not the spec's. */
  startAgain: sentence(),
  /** Stands over every page for as long as there is no network; not the spec's. */
  offlineNow: sentence(),
  /** Title of the error popup for screen readers; not the spec's. */
  popupTitle: sentence(),
});

/** The ids of `contract/message-ids.ts` that this server sends. */
type SentMessageId = Exclude<
  MessageId,
  | 'invalidCode'
  | 'fileSize'
  | 'invalidFormat'
  | 'alreadyRegistered'
  | 'tamilNadu'
  | 'alreadyAnswered'
  | 'invalidQuestion'
  | 'invalidOption'
>;

const byId = {
  invalidName: sentence(),
  invalidMobile: sentence(),
  emptyCity: sentence(),
  format: sentence(),
  invalidAge: sentence(),
  invalidGender: sentence(),
  /** For what has no sentence of its own below. */
  invalidData: sentence(),
  /** Says that the voucher is on its way by SMS. */
  participationLimit: sentence(),
  /** `{wait}`: a spelled time, see `longWait`. */
  tryAgain: sentence('wait'),
  invalidOtp: sentence(),
  expiredOtp: sentence(),
  invalidUser: sentence(),
} satisfies Record<SentMessageId, unknown>;

/** `message` of the server's refusals: one per message id, then the finer and the id-less ones. */
export const messages = fields({
  ...byId,
  /**
   * `tryAgain`: the cards of this day are used up, and the participant's is kept for the next.
   * `{wait}`.
   */
  pacedOut: sentence('wait'),
  /** `invalidData`: register before a recorded YES. */
  consentMissing: sentence(),
  /** `invalidData`: the state is none of the list. */
  stateUnknown: sentence(),
  /** `invalidData`: verify or resend with nothing pending. */
  nothingPending: sentence(),
  /** 401. Verbatim, the same as the client's. */
  sessionExpired: sentence(),
  /** 403 outside the programme. */
  notStarted: sentence(),
  ended: sentence(),
  /** In place of it, and on the closed page, where the campaign may close before its last day. */
  endedOrFull: sentence(),
  /** Secret and ledger of the draw, before the reveal: text of a page of its own. */
  notPublished: sentence(),
  /** 413, 415, 404, 405. */
  tooLarge: sentence(),
  wrongType: sentence(),
  notFound: sentence(),
  wrongMethod: sentence(),
  /** 503. */
  unavailable: sentence(),
  /** 500. */
  serverError: sentence(),
});
