import type { Dlt } from '@inaam/campaigns/schema/folder-schema.ts';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';
import { errorCode } from '../platform/errors.ts';

export type OutgoingSms = {
  /** The same for each attempt: the provider's idempotency key. */
  id: string;
  /** Ten digits. */
  to: string;
  text: string;
  /** The values of the template's placeholders, by name. */
  variables: Readonly<Record<string, string>>;
  template: Dlt;
  category: SmsCategory;
};

/** `reason` contains neither mobile nor text. After an error the message may have been sent. */
export type SendOutcome =
  /** Without a reference its receipt cannot be matched. */
  | { kind: 'accepted'; reference: string | undefined }
  /** The same message will never be accepted. */
  | { kind: 'refusedPermanently'; reason: string }
  /** Certainly not accepted: any path may send it again. */
  | { kind: 'refusedForNow'; reason: string }
  /** Not accepted, because too many are sent; `retryAfterMs` if the provider names a time. */
  | { kind: 'throttled'; reason: string; retryAfterMs?: number }
  /** It may have been accepted. */
  | { kind: 'unknown'; reason: string };

export type SmsProvider = {
  /** @param signal aborts the attempt and its connection */
  send(sms: OutgoingSms, signal: AbortSignal): Promise<SendOutcome>;
};

/**
 * Removes the message's words, which may contain a voucher code, and our secrets from a provider's
 * reason: some providers quote the request, even with the whole address.
 */
export function redactReason(
  reason: string,
  { to, text, variables }: Pick<OutgoingSms, 'to' | 'text' | 'variables'>,
  secrets: readonly string[],
): string {
  const sent = text.toLowerCase();
  const values = [to, ...Object.values(variables)].map((value) => value.toLowerCase());
  const withoutSecrets = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), formEncoded(secret)])
    .reduce((rest, secret) => rest.replaceAll(secret, '#'), reason);
  const withoutWords = withoutSecrets.replaceAll(/[^\s"'<>(),;:=&|]{4,}/g, (word) => {
    const lower = word.toLowerCase();
    const isOfMessage = sent.includes(lower) || values.some((value) => lower.includes(value));
    return isOfMessage ? '#' : word;
  });
  return values
    .filter((value) => /^\d{4,}$/.test(value))
    .reduce((rest, digits) => rest.replaceAll(spelledOut(digits), '#'), withoutWords);
}

/** A number or code with spaces, hyphens, dots or the like between its digits. */
const spelledOut = (digits: string) =>
  new RegExp(digits.split('').join(String.raw`[^\p{L}\p{N}]{0,3}`), 'gu');

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);

// A time limit for the caller. Without a listener it also aborts the attempt: a request that
// continued would overlap the next one.

/** An answer that comes this much later is still heard. */
const lateMs = 30_000;

/** Who hears an answer that came after the limit, until `stop`. */
export type Late = { stop: AbortSignal; hear: (outcome: SendOutcome) => void };

export function sendWithLimit(
  provider: SmsProvider,
  sms: OutgoingSms,
  limitMs: number,
  late?: Late,
): Promise<SendOutcome> {
  const end = new AbortController();
  const signal = late ? AbortSignal.any([end.signal, late.stop]) : end.signal;
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  let isLate = false;
  let timer = setTimeout(() => {
    isLate = true;
    // A provider that ignores the signal must not delay the job.
    resolve({ kind: 'unknown', reason: 'no answer in time' });
    if (late) timer = setTimeout(() => end.abort(), lateMs);
    else end.abort();
  }, limitMs);
  const finish = (outcome: SendOutcome) => {
    clearTimeout(timer);
    resolve(outcome);
    if (isLate && outcome.kind !== 'unknown') late?.hear(outcome);
  };
  provider
    .send(sms, signal)
    .then(finish, (error: unknown) => finish({ kind: 'unknown', reason: errorCode(error) }));
  return promise;
}
