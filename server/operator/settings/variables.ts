// How SMS are sent: to the mailbox, or over the paths of a file.
import * as z from 'zod';
import { fields } from './fields.ts';
import { readReceiptHooks, readPathFile } from '../../sms/paths/read-path-file.ts';
import type { SmsPathConfig } from '../../sms/paths/path-schema.ts';
import { codesPaid, sendBudget, type SendBudget } from '../../sms/send-budget.rules.ts';
import { isLocal } from './database-url.ts';

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
