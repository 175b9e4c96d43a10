// What a provider's words about a failed voucher mean, and who can do something about it.
import type { FailureCause } from '@inaam/contract/console/deliveries.ts';

export type FailureMeaning = { cause: FailureCause; meaning: string; remedy: string };

/** @param reason an error code or a status */
export const unclearReason = (path: string, reason: string) =>
  `no clear answer from ${path}: ${reason}`;

/** Of a message that waits for a person. */
export const isUnclear = /^no clear answer from /;

/** Of a voucher whose hold somebody decided to refuse. */
export const refusedHold = 'refused after review';

export const refusedReason = (why: string) => `refused by deliver: ${why}`;
const isRefused = /^refused by deliver: /;

/** What a person has to hear of. */
export const isForPerson = new RegExp(`${isUnclear.source}|${isRefused.source}`);

type Known = FailureMeaning & { words: RegExp };

/** The first that fits; the most particular come first. */
const known: readonly Known[] = [
  {
    words: isUnclear,
    cause: 'provider',
    meaning: 'It was handed over three times, and no answer said whether it was taken.',
    remedy: 'Ask the provider which of these it sent. Settle those, and send the others again.',
  },
  {
    words: isRefused,
    cause: 'setup',
    meaning:
      'Its number or purchase is not the one that it is owed for. `serve` may be taken over.',
    remedy: 'See "deliver refuses a message" in docs/run/voucher-not-sent.md. Settle it by hand.',
  },
  {
    words: /^erased$/,
    cause: 'erased',
    meaning: 'The winner had their data erased. Nothing is owed any more.',
    remedy: '',
  },
  {
    words:
      /not in use|no such (number|user|subscriber)|invalid (number|mobile|msisdn|destination|recipient|receiver|subscriber)|unknown subscriber|unallocated|unassigned number|number does not exist/,
    cause: 'dead',
    meaning: 'Nobody has this number, so an SMS cannot arrive.',
    remedy: 'Pay in another way, and settle each by hand.',
  },
  {
    words: /\bdnd\b|ndnc|do.?not.?disturb|preference/,
    cause: 'setup',
    meaning: 'The number refuses advertising, and the operator took the SMS for it.',
    remedy: 'Have the template registered as a service message, then send again.',
  },
  {
    words: /template|\bdlt\b|header|entity|sender.?id|invalid_sender|scrub/,
    cause: 'setup',
    meaning: 'The text or its ids differ from what is registered on the DLT platform.',
    remedy: 'Compare them on the page Campaign, fix them, then send again.',
  },
  {
    words: /balance|credit|insufficient|quota exceeded/,
    cause: 'setup',
    meaning: 'The account at the provider is out of credit.',
    remedy: 'Top it up, then send again.',
  },
  {
    words: /authenti|unauthori[sz]ed|password|api.?key|\bhttp 40[13]\b/,
    cause: 'setup',
    meaning: 'The provider refused our account.',
    remedy: 'Check its key and our address at the provider, then send again.',
  },
  {
    words: /blocked|blacklist|barred|spam/,
    cause: 'setup',
    meaning: 'The operator blocked it: its DLT template or header, a do-not-disturb list, or spam.',
    remedy: 'Ask the provider which it was, fix it, then send again.',
  },
  {
    words:
      /not reached|absent|unreachable|switched off|out of (coverage|reach)|expired|memory|inbox full|handset/,
    cause: 'phone',
    meaning: 'The phone was switched off, out of coverage or full for too long.',
    remedy: 'Send again: the phone may be back.',
  },
  {
    words: /^no receipt$/,
    cause: 'provider',
    meaning: 'The provider took it, and never said whether it arrived. It may have arrived.',
    remedy: 'Ask the provider about these first: a second SMS has the same code.',
  },
  {
    words:
      /time.?out|timed out|\bhttp (429|5\d\d)\b|throttl|unavailable|congest|network|connection/,
    cause: 'provider',
    meaning: 'The provider or the network failed for a while.',
    remedy: 'Send again once the provider works.',
  },
  {
    words: /^not delivered$/,
    cause: 'provider',
    meaning: 'The operator did not deliver it, and gave no closer reason.',
    remedy: 'Send again once. If it fails again, ask the provider.',
  },
];

const unknown: FailureMeaning = {
  cause: 'unknown',
  meaning: 'Words of the provider that are not known here.',
  remedy: 'Ask the provider what they mean, fix the cause, then send again.',
};

/** @param reason the provider's exact words, or ours */
export function meaningOf(reason: string): FailureMeaning {
  const { cause, meaning, remedy } =
    known.find(({ words }) => words.test(reason.toLowerCase())) ?? unknown;
  return { cause, meaning, remedy };
}

/** Whether an SMS can arrive when it is sent again. */
export const canArrive = (reason: string): boolean =>
  !['dead', 'erased'].includes(meaningOf(reason).cause);

// What support reads out about a voucher that failed.

/** Sending again helps nobody whose number is gone, and nothing while the operator blocks it. */
const failures: Readonly<Record<string, { words: string; helps: boolean; advice: string }>> = {
  'phone not reached': {
    words: 'your phone could not be reached. It may have been switched off or out of coverage',
    helps: true,
    advice: 'Please switch the phone on.',
  },
  'not delivered': {
    words: 'the network did not deliver it, and gave no reason',
    helps: true,
    advice: '',
  },
  'number not in use': {
    words: 'the network says that this number is not in use',
    helps: false,
    advice: 'An SMS cannot reach it, so the reward has to be given in another way.',
  },
  'blocked by the operator': {
    words: 'the network blocked it',
    helps: false,
    advice: 'It can be sent again once that is solved.',
  },
};
const otherFault = { words: 'there was a technical fault', helps: true, advice: '' };
export const failureOf = (reason: string | null) => failures[reason ?? ''] ?? otherFault;
