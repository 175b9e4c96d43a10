// How SMS are sent: to the mailbox, or over the paths of a file.
import * as z from 'zod';
import { fields } from './fields.ts';
import { readReceiptHooks, readPathFile } from '../../sms/paths/read-path-file.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { codesPaid, sendBudget, type SendBudget } from '../../sms/send-budget.rules.ts';
import { isLocal } from './database-url.ts';
import { isPrivateAddress } from '../../platform/addresses.ts';

export type SmsConfig = { kind: 'mailbox' } | { kind: 'paths'; paths: readonly SmsPathConfig[] };

export const smsVariables = {
  SMS_PROVIDER: fields.smsProvider.describe(
    '`paths`: by `SMS_PATHS_FILE`; `mailbox`: no SMS is sent',
  ),
  SMS_PATHS_FILE: z
    .string()
    .optional()
    .describe('file of the SMS paths; `serve` needs it for receipts by HTTP'),
  SMS_HOSTS: fields.hosts.describe('hosts that may get SMS, with commas, without ports'),
};

/** @returns problems too, so that they are listed with all others */
export function readSms(variables: Readonly<Record<string, string | undefined>>): {
  sms: SmsConfig;
  problems: string[];
} {
  if (variables['SMS_PROVIDER'] !== 'paths') return { sms: { kind: 'mailbox' }, problems: [] };
  const file = variables['SMS_PATHS_FILE'] ?? '';
  const hosts = smsVariables.SMS_HOSTS.safeParse(variables['SMS_HOSTS'] ?? '').data ?? [];
  const { paths, problems } =
    file === ''
      ? {
          paths: [],
          problems: [
            'SMS_PATHS_FILE is missing. Write the path of a file like docs/make/sms.md shows.',
          ],
        }
      : readPathFile(file, variables, hosts);
  return { sms: { kind: 'paths', paths }, problems: [...problems] };
}

/** For `serve`, which receives the receipts of paths that send them by HTTP. */
export function readHooks(
  variables: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof readReceiptHooks> {
  const file = variables['SMS_PATHS_FILE'] ?? '';
  return file === '' ? { hooks: [], problems: [] } : readReceiptHooks(file, variables);
}

// Reads what codes may cost from the environment. The prices in proofs of work are part of the
// code.

const { rupees, smsPaise } = sendBudget;

export const budgetVariables = {
  SMS_PRICE_PAISE: fields
    .wholeNumber(1, 1000, smsPaise)
    .describe('price of a code’s SMS, all parts'),
  SMS_RUPEES_PER_MINUTE: fields
    .wholeNumber(1, 999_999, rupees.minute)
    .describe('what codes may cost in a minute'),
  SMS_RUPEES_PER_HOUR: fields.wholeNumber(1, 999_999, rupees.hour).describe('in an hour'),
  SMS_RUPEES_PER_DAY: fields.wholeNumber(1, 999_999, rupees.day).describe('in a day'),
};

type PerMinuteAndDay = Record<'smsPricePaise' | 'smsRupeesPerMinute' | 'smsRupeesPerDay', number>;
type BudgetValues = PerMinuteAndDay & { smsRupeesPerHour: number };

export function budgetOf(values: BudgetValues): SendBudget {
  return {
    ...sendBudget,
    smsPaise: values.smsPricePaise,
    rupees: {
      minute: values.smsRupeesPerMinute,
      hour: values.smsRupeesPerHour,
      day: values.smsRupeesPerDay,
    },
  };
}

export const codeLimitsOf = (values: PerMinuteAndDay) => ({
  minute: Math.floor((values.smsRupeesPerMinute * 100) / values.smsPricePaise),
  day: Math.floor((values.smsRupeesPerDay * 100) / values.smsPricePaise),
});

/** Each problem begins with the name of a variable. */
export function budgetProblems(values: BudgetValues): string[] {
  const budget = budgetOf(values);
  const { minute, hour, day } = budget.rupees;
  return [
    ...(codesPaid(budget, 'minute') < 25
      ? ['SMS_RUPEES_PER_MINUTE must pay for 25 codes or more at SMS_PRICE_PAISE.']
      : []),
    ...(hour < minute ? ['SMS_RUPEES_PER_HOUR must not be less than SMS_RUPEES_PER_MINUTE.'] : []),
    ...(day < hour ? ['SMS_RUPEES_PER_DAY must not be less than SMS_RUPEES_PER_HOUR.'] : []),
  ];
}

// The mail server by which alerts are sent (docs/run/watch.md).
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
  /** Trusted beside the system's, in tests. */
  ca?: string;
};

type Read = { mail: MailServer | undefined; problems: string[] };

/** @returns problems too, so that they are listed with all others */
export function readMail(variables: Readonly<Record<string, string | undefined>>): Read {
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

// Where web hook events are sent (docs/run/receive-events.md).
const secretHint = 'Make one with: echo "whsec_$(openssl rand -base64 32)"';

export const webhookVariables = {
  WEBHOOK_URL: z.string().optional().describe('where events are sent, over https'),
  WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('signs them: `whsec_` and base64 of 24 to 64 bytes; two with a comma for a change'),
  WEBHOOK_HOSTS: fields.hosts.describe('hosts that may get events, with commas, without ports'),
  WEBHOOK_PRIVATE: z
    .enum(['no', 'yes'], 'must be no or yes')
    .default('no')
    .describe('`yes`: may be in a private network, and without TLS'),
};

export type Receiver = {
  url: URL;
  secrets: readonly Uint8Array[];
  /** Allows a receiver in a private network, and without TLS. */
  isPrivate: boolean;
};

type ReadWebhook = { receiver: Receiver | undefined; problems: string[] };

/** @returns problems too, so that they are listed with all others */
export function readWebhook(variables: Readonly<Record<string, string | undefined>>): ReadWebhook {
  const address = variables['WEBHOOK_URL'] ?? '';
  if (address === '') return { receiver: undefined, problems: [] };
  const hosts = webhookVariables.WEBHOOK_HOSTS.safeParse(variables['WEBHOOK_HOSTS'] ?? '').data;
  const isPrivate = variables['WEBHOOK_PRIVATE'] === 'yes';
  const { secrets, problem } = readSecrets(variables['WEBHOOK_SECRET'] ?? '');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const problems = [
    ...(url ? addressProblems(url, hosts ?? [], isPrivate) : ['WEBHOOK_URL must be an address.']),
    ...(problem === undefined ? [] : [problem]),
  ];
  return { receiver: url && { url, secrets, isPrivate }, problems };
}

function addressProblems(url: URL, hosts: readonly string[], isPrivate: boolean): string[] {
  const problems: string[] = [];
  if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:')) {
    problems.push('WEBHOOK_URL must begin with https://.');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    problems.push('WEBHOOK_URL must have no user, password or fragment in it.');
  }
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (!hosts.includes(host)) {
    problems.push('WEBHOOK_HOSTS must contain the host of WEBHOOK_URL.');
  }
  // A host name is checked when the connection is made.
  const isAddress = /^[\d.]+$|:/.test(host);
  if (isAddress && isPrivateAddress(host) && !isPrivate) {
    problems.push(
      'WEBHOOK_URL is in a private network. If that is meant, write WEBHOOK_PRIVATE=yes.',
    );
  }
  return problems;
}

/** Two secrets, separated by a comma, while the receiver changes to the new one. */
function readSecrets(text: string): { secrets: Uint8Array[]; problem?: string } {
  const secrets = text.split(',').map((part) => {
    const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(part.trim())?.[1] ?? '';
    return new Uint8Array(Buffer.from(base64, 'base64'));
  });
  const isGood = secrets.every(
    (secret) => secret.length >= 24 && secret.length <= 64 && new Set(secret).size >= 8,
  );
  if (isGood && secrets.length <= 2) return { secrets };
  return {
    secrets: [],
    problem: `WEBHOOK_SECRET must be one secret or two: whsec_ and base64 of 24 to 64 random bytes. ${secretHint}`,
  };
}
