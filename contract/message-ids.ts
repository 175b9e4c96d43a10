/**
 * The ids of Spec 5, "Server message ids treated as handled by screens (not toasted)", with their
 * HTTP status. A client must also accept those that this server never sends.
 */
export const messageIds = {
  invalidName: 400,
  invalidMobile: 400,
  /** Not sent: this campaign asks for no pack code. */
  invalidCode: 400,
  /** The city is missing or not in the state. */
  emptyCity: 400,
  /** Not sent: nothing is uploaded. */
  fileSize: 400,
  /** The mobile number already has its reward in this campaign; the voucher is on its way. */
  participationLimit: 409,
  /** The e-mail address is invalid or too long. */
  format: 400,
  /** The attempt counts. */
  invalidOtp: 400,
  /** The code has expired or its attempts are used up. */
  expiredOtp: 400,
  /** Anything invalid or out of order that has no id of its own, such as state or consent. */
  invalidData: 400,
  invalidUser: 403,
  /** Not sent: nothing is uploaded. */
  invalidFormat: 400,
  /** The age is not a number from 18 to 120. */
  invalidAge: 400,
  invalidGender: 400,
  /** Not sent: covered by `participationLimit`. */
  alreadyRegistered: 409,
  /** Not sent: covered by `fromTN` of the verify answer. */
  tamilNadu: 403,
  /** A limit is reached, or a resend is too early; see `Retry-After`. */
  tryAgain: 429,
  /** Not sent: this campaign asks no question. */
  alreadyAnswered: 409,
  /** Not sent: this campaign asks no question. */
  invalidQuestion: 400,
  /** Not sent: this campaign asks no question. */
  invalidOption: 400,
} as const;

export type MessageId = keyof typeof messageIds;

export function isMessageId(word: unknown): word is MessageId {
  return typeof word === 'string' && Object.hasOwn(messageIds, word);
}
