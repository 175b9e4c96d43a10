// Error messages of client and server. `{…}` in a comment is a placeholder that the caller fills
// in.
import type { CoreMessageId } from '@inaam/contract/message-ids.ts';
import { pluginMessages, pluginRefusals } from '@inaam/plugins/campaigns.ts';
import * as z from 'zod';
import { fields, map } from './fields.ts';
import { sentence } from './sentence.ts';

/**
 * Names of states in this language, keyed by the name in `states.json` and in calls, which is the
 * fallback.
 */
export const states = map(
  sentence(),
  'Write a name for each state, or leave them out where the names of states.json are right.',
).prefault({});

/** The client's shared handling (Spec 8) and crashes of the app (Spec 2). Verbatim. */
export const errors = fields({
  sessionNotFound: sentence(),
  sessionExpired: sentence(),
  network: sentence(),
  offline: sentence(),
  generic: sentence(),
  /** For an unhandled error. */
  unexpected: sentence(),
  /** Before it, for shoppers who have verified a number; not in the spec. */
  rewardSafe: sentence(),
  /**
   * At the form, for shoppers who had verified a number when the session expired; not in the spec.
   */
  registerAgain: sentence(),
  /** At the form, for a visitor whose action needs a verified number; not in the spec. */
  registerFirst: sentence(),
  /** Its button; not in the spec. */
  startAgain: sentence(),
  /** Shown behind `offline` on every page while offline; not in the spec. */
  offlineNow: sentence(),
  /** Instead, if what was pressed goes on by itself. */
  goesOn: sentence(),
  /** The error popup's title for screen readers; not in the spec. */
  popupTitle: sentence(),
});

/** The ids of `contract/message-ids.ts` that every campaign sends. */
const byId = {
  invalidName: sentence(),
  invalidMobile: sentence(),
  emptyCity: sentence(),
  format: sentence(),
  invalidAge: sentence(),
  invalidGender: sentence(),
  /** Fallback for what has no sentence below. */
  invalidData: sentence(),
  /** Must mention that the voucher is on its way by SMS. */
  participationLimit: sentence(),
  /** `{wait}`: a formatted time, see `formatWait`. */
  tryAgain: sentence('wait'),
  invalidOtp: sentence(),
  expiredOtp: sentence(),
  invalidUser: sentence(),
} satisfies Record<CoreMessageId, unknown>;

/** Needed by a page to show a refusal in another language than the response's. */
export const messagesById = z.object(byId);
export const shownMessages = messagesById.extend(pluginMessages);
/**
 * `message` of a refusal: one for each message id, then the more specific ones and those without an
 * id.
 */
export const messages = fields({
  ...byId,
  ...pluginMessages,
  ...pluginRefusals,
  /** `participationLimit`, of a campaign in which a number may take part several times. */
  claimedToday: sentence(),
  claimedAll: sentence(),
  /** There it is `participationLimit` itself, whichever limit was reached. */
  limitReached: sentence(),
  /** `tryAgain`: today's cards are used up; the participant's is reserved for the next day. */
  pacedOut: sentence('wait'),
  /**
   * `tryAgain`: this number needs more than one OTP for protection; also shown when the typed one
   * is wrong.
   */
  guarded: sentence('wait'),
  /** `invalidData`: registration before a recorded YES. */
  consentMissing: sentence(),
  /** `invalidData`: the state is not in the list. */
  stateUnknown: sentence(),
  /** `invalidData`: verify or resend without a pending registration. */
  nothingPending: sentence(),
  /** 401. Verbatim, as in the client. */
  sessionExpired: sentence(),
  /** 403 outside the programme. */
  notStarted: sentence(),
  ended: sentence(),
  /** 403 while it is paused; also for verified participants who press PLAY. */
  paused: sentence(),
  /** Replaces `ended`, also on the closed page, if the campaign may close before its last day. */
  endedOrFull: sentence(),
  /** Shown instead of the secret and the ledger until they are published. */
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
