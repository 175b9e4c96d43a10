// The ids of Spec 5 that screens handle, with their HTTP status. Ids that this server never sends
// are listed because a client must pass them on silently.
const coreIds = {
  /** The name breaks a rule of Spec 5. The shopper corrects the field. */
  invalidName: 400,
  /** The mobile number breaks a rule of Spec 5. The shopper corrects the field. */
  invalidMobile: 400,
  /** The city is missing or does not belong to the state. */
  emptyCity: 400,
  /** The mobile number already has its reward in this campaign; the voucher is on its way. */
  participationLimit: 409,
  /** The e-mail address is invalid or too long. */
  format: 400,
  /** The code is wrong. Tries are counted. */
  invalidOtp: 400,
  /** The code has expired or its tries are used up. A new one can be requested. */
  expiredOtp: 400,
  /** The state, the consent, or anything without its own id is invalid or out of order. */
  invalidData: 400,
  /** The participant is blocked. */
  invalidUser: 403,
  /** The age is not a number, or outside 18 to 120. */
  invalidAge: 400,
  /** The gender is none of the three. */
  invalidGender: 400,
  /** A limit is reached, or a resend is too early. `Retry-After` says when to try again. */
  tryAgain: 429,
} as const;

export const messageIds = {
  ...coreIds,
  // Only plugins send these, or nobody.
  /** The proof of a purchase is missing or unknown, or is not accepted now. */
  invalidCode: 400,
  /** Not sent: nothing is uploaded. */
  fileSize: 400,
  /** What was typed cannot be proof of a purchase. */
  invalidFormat: 400,
  /** The proof of a purchase is used. A number that has its reward gets `participationLimit`. */
  alreadyRegistered: 409,
  /** Not sent: Covered by `fromTN` of the verify answer. */
  tamilNadu: 403,
  /** The question has another answer already: the first counts. */
  alreadyAnswered: 409,
  /** It is not the question of this participant, or none was asked. */
  invalidQuestion: 400,
  /** It is not an option of the question. */
  invalidOption: 400,
} as const;

export type MessageId = keyof typeof messageIds;
export type CoreMessageId = keyof typeof coreIds;

export function isMessageId(word: unknown): word is MessageId {
  return typeof word === 'string' && Object.hasOwn(messageIds, word);
}
