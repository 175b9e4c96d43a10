import type { OutgoingSms } from './provider.ts';

/**
 * A provider's reason without the words of the message, which may be a voucher code: some providers
 * repeat what they were sent.
 */
export function withoutText(
  reason: string,
  { to, text, variables }: Pick<OutgoingSms, 'to' | 'text' | 'variables'>,
): string {
  const sent = text.toLowerCase();
  const secrets = [to, ...Object.values(variables)].map((value) => value.toLowerCase());
  return reason.replaceAll(/[^\s"'<>(),;:=&|]{4,}/g, (word) => {
    const lower = word.toLowerCase();
    const isOfMessage = sent.includes(lower) || secrets.some((secret) => lower.includes(secret));
    return isOfMessage ? '#' : word;
  });
}
