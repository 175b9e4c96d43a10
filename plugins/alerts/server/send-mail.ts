// Hands a message to the mail server.
import type { Transporter } from 'nodemailer';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { withTimeout } from '@inaam/server/platform/timing.ts';
import type { MailServer } from '../settings.ts';
import type { Message } from './alert-message.rules.ts';

/** `reason`: an error code of the mail server; empty if it took the message. */
export type MailOutcome = { isTaken: boolean; reason: string };

const limitMs = 20_000;
const noMail = 'ENOMAIL';

/**
 * Never rejects.
 * @param mail undefined: none is set up
 * @param id the same for a message that is repeated, by which mailboxes drop the second one
 */
export async function sendMail(
  mail: MailServer | undefined,
  address: string,
  { subject, text }: Message,
  id: string,
): Promise<MailOutcome> {
  if (mail === undefined) return failed(noMail);
  const [, domain = 'localhost'] = mail.from.address.split('@');
  return withTransport(mail, (transport) =>
    transport.sendMail({
      from: mail.from,
      // As an object, so that it is one address whatever is in it.
      to: { name: '', address },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
  );
}

const failed = (reason: string): MailOutcome => ({ isTaken: false, reason });

/** Whether the server lets us in. Never rejects. */
export const verifyMail = (mail: MailServer): Promise<MailOutcome> =>
  withTransport(mail, (transport) => transport.verify());

async function withTransport(
  { host, port, isSecure, needsTls, login }: MailServer,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<MailOutcome> {
  // Only here: each program imports this file, and few send mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: needsTls && !isSecure,
    ...(login && { auth: login }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: limitMs / 2,
    greetingTimeout: limitMs / 2,
    socketTimeout: limitMs / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sending = work(transport).then(
      () => ({ isTaken: true, reason: '' }),
      (error: unknown) => failed(mailReason(error)),
    );
    return await withTimeout(sending, limitMs, failed('ETIMEDOUT'));
  } finally {
    transport.close();
  }
}

/** A status or a code, never the server's sentence, which may quote the address. */
function mailReason(error: unknown): string {
  const status = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  const code = errorCode(error);
  return typeof status === 'number' && code !== 'EAUTH' ? `SMTP ${status}` : code;
}

const words: Readonly<Record<string, string>> = {
  [noMail]: 'no mail server is set up',
  EAUTH: 'the mail server refuses the login',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is not known',
  ETIMEDOUT: 'no answer in time',
  ESOCKET: 'nothing answers there, or its certificate is not trusted',
  ETLS: 'the mail server offers no TLS',
  ECERT: 'its certificate is not valid',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  'SMTP 550': 'the mail server refuses the address (SMTP 550)',
};

/** To follow "because". */
export const reasonInWords = (reason: string): string => words[reason] ?? `of ${reason}`;
