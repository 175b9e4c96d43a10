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
  return withoutSecrets.replaceAll(/[^\s"'<>(),;:=&|]{4,}/g, (word) => {
    const lower = word.toLowerCase();
    const isOfMessage = sent.includes(lower) || values.some((value) => lower.includes(value));
    return isOfMessage ? '#' : word;
  });
}

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
