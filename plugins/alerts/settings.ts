// The mail server by which alerts are sent (guide.md).
import * as z from 'zod';
import { isLocal } from '@inaam/server/operator/settings/database-url.ts';

export const mailVariables = {
  SMTP_URL: z
    .string()
    .optional()
    .describe('mail server for alerts: `smtps://user:password@host:465`; `smtp://` for 587'),
  MAIL_FROM: z
    .string()
    .optional()
    .describe('sender of the e-mails: `alerts@brand.example`, or `Inaam <alerts@brand.example>`'),
};

/** Of SMTP_URL and MAIL_FROM. Never print it: it contains a password. */
export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  isSecure: boolean;
  /** Without TLS only on this machine. */
  needsTls: boolean;
  login: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
};

type Variables = Readonly<Record<string, string | undefined>>;

export const mailProblems = (variables: Variables): string[] => readMail(variables).problems;

type Read = { mail: MailServer | undefined; problems: string[] };

/** @returns problems too, so that they are listed with all others */
export function readMail(variables: Variables): Read {
  const { SMTP_URL: address = '', MAIL_FROM: sender = '' } = variables;
  if (address === '' && sender === '') return { mail: undefined, problems: [] };
  const server = serverOf(address);
  const from = senderOf(sender);
  const problems = [
    ...(address === '' ? ['SMTP_URL is missing: MAIL_FROM is set.'] : []),
    ...(address !== '' && !server ? [`SMTP_URL is not a mail server. ${addressHint}`] : []),
    ...(sender === '' ? ['MAIL_FROM is missing: SMTP_URL is set.'] : []),
    ...(sender !== '' && !from ? [`MAIL_FROM is not a sender. ${senderHint}`] : []),
  ];
  return { mail: server && from && { ...server, from }, problems };
}

const addressHint =
  'Write smtps://user:password@host:465, or smtp://user:password@host:587, which uses STARTTLS. In a password, write @ : / ? # % as %40 %3A %2F %3F %23 %25.';
const senderHint = 'Write alerts@brand.example, or Inaam <alerts@brand.example>.';

function serverOf(text: string): Omit<MailServer, 'from'> | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  const user = decoded(url.username);
  const pass = decoded(url.password);
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    needsTls: !isLocal(host),
    login: user === '' ? undefined : { user, pass },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function senderOf(text: string): MailServer['from'] | undefined {
  const [, name = '', written] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse(written ?? text.trim());
  return address.success ? { name: name.trim(), address: address.data } : undefined;
}
