import type { OutgoingSms } from './provider.ts';

/**
 * A provider's reason without the words of the message, which may be a voucher code, and without
 * our secrets: some providers repeat what they were sent, the whole address too.
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

/** A number or code with blanks, hyphens, dots or the like between its digits. */
const spelledOut = (digits: string) =>
  new RegExp(digits.split('').join(String.raw`[^\p{L}\p{N}]{0,3}`), 'gu');

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
