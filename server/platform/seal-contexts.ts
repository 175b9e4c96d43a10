// Binds each sealed value to its table, column and row, so that a ciphertext that was copied into
// another row cannot be opened.

/** Bytes are written in lower-case hex. */
type Part = string | Uint8Array;

const context =
  (place: string) =>
  (...key: readonly Part[]): string =>
    [place, ...key.map((part) => (typeof part === 'string' ? part : hex(part)))].join('|');

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const challenge = {
  mobile: context('challenge.mobile'),
  pending: context('challenge.pending'),
  code: context('challenge.code'),
};
const person = {
  mobile: context('person.mobile'),
  name: context('person.name'),
  details: context('person.details'),
};
const guardedCode = context('message.code');
const mailbox = { to: context('mailbox.to'), text: context('mailbox.text') };
const voucherCode = context('voucher.code');

export const sealContexts = {
  challengeMobile: (userKey: Part, mobileIndex: Part) => challenge.mobile(userKey, mobileIndex),
  challengeRegistration: (userKey: Part, mobileIndex: Part) =>
    challenge.pending(userKey, mobileIndex),
  challengeCode: (userKey: Part, mobileIndex: Part) => challenge.code(userKey, mobileIndex),
  guardedCode: (mobileIndex: Part, sentAt: Part) => guardedCode(mobileIndex, sentAt),
  personalDataMobile: (pseudonym: Part) => person.mobile(pseudonym),
  personalDataName: (pseudonym: Part) => person.name(pseudonym),
  personalDataDetails: (pseudonym: Part) => person.details(pseudonym),
  voucherCode: (codeIndex: Part) => voucherCode(codeIndex),
  mailboxMobile: (messageId: Part) => mailbox.to(messageId),
  mailboxText: (messageId: Part) => mailbox.text(messageId),
};
