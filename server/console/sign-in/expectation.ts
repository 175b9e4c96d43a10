import { createHmac } from 'node:crypto';

type Expected = { subject?: string | undefined; email?: string | undefined };

/**
 * Of whom an invitation is for, as it is stored: keyed by the link's token, which is stored
 * nowhere, so that nobody finds the e-mail by trying likely ones.
 */
export function expectationsOf(token: string, { subject, email }: Expected): Buffer[] {
  const hashOf = (kind: string, value: string) =>
    createHmac('sha256', token).update(`${kind}|${value}`).digest();
  return [
    ...(subject === undefined ? [] : [hashOf('subject', subject)]),
    ...(email === undefined ? [] : [hashOf('email', email.normalize('NFC').toLowerCase())]),
  ];
}
