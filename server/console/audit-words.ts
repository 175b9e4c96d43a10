// Describes the rows of the audit log.
import { wordsOf, hasControlCharacters } from '../platform/format.ts';
import type { AuditRow, Audit } from '../database/audit-log.ts';
import { plugins } from '@inaam/plugins/plugins.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';

const commands: Readonly<Record<string, string>> = {
  'campaign pause': 'Paused the campaign',
  'campaign resume': 'Resumed the campaign',
  'console campaign pause': 'Paused the campaign',
  'console campaign resume': 'Resumed the campaign',
  'console accept': 'Accepted an invitation to the console',
  'console close': 'Closed an account of the console',
  'console deliveries resend': 'Sent failed vouchers again',
  'console deliveries settle': 'Settled a voucher by hand',
  'console invite': 'Invited somebody to the console',
  'console person block': 'Blocked a number',
  'console person erase': 'Erased a person',
  'console person export': 'Exported what is stored about a person',
  'console person export refused': 'Was refused to export more people',
  'console person find': 'Looked up a person',
  'console person find refused': 'Was refused to look up more people',
  'console person resend': 'Sent a voucher again',
  'console person unblock': 'Unblocked a number',
  'console person unlock': 'Unlocked a number',
  'console sign-in': 'Signed in',
  'console sign-out': 'Signed out everywhere',
  'console vouchers withdraw': 'Withdrew voucher codes',
  'draw commit': 'Committed to the draw',
  'draw reveal': 'Revealed the secret of the draw',
  export: 'Exported a report',
  'keys replace': 'Replaced a secret of the site',
  'keys reseal': 'Sealed stored data with the newest key',
  'launch published': 'Confirmed that the commitment is published',
  'ledger export': 'Exported the ledger',
  'number erase': 'Erased a person',
  'number pseudonym': 'Made the pseudonym of a number',
  'sms try': 'Sent a trial SMS',
  'vouchers load': 'Loaded voucher codes',
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(plugin.auditWords))),
};

/** A command without a description is shown as it is spelled. */
export const commandInWords = (command: string): string => commands[command] ?? command;

/** A fact per line. The first characters of a hash suffice. */
export function detailsInWords(details: AuditRow['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${wordsOf(name)}: ${spelled(name, value)}`)
    .join('\n');
}

function spelled(name: string, value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return String(value);
  if (name === 'pseudonyms') return shortened(value.split(' '));
  // Hashes, UUIDs and keyed indexes.
  return /^[\da-f-]{32,}$/.test(value) ? `${value.slice(0, 8)}…` : value.replace(/\.$/, '');
}

/** The full list is in the log, and in the command line's file. */
const shortened = (names: readonly string[]) =>
  names.length > 3
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ');

/** Digits of India's scripts; a mobile number begins with 5 to 9. */
const digit = '[0-9०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]';
const five = '[5-9५-९৫-৯੫-੯૫-૯୫-୯௫-௯౫-౯೫-೯൫-൯]';
/** A number in a reason, grouped or not, perhaps with its country code. */
const numberInside = new RegExp(
  `(?<!${digit})(?:(?:\\+|00)?91[\\s.)-]{0,2}|0)?${five}(?:[\\s.-]?${digit}){9}(?!${digit})`,
);

/** For reasons that the command line took. */
export const withoutNumbers = (reason: string): string =>
  reason.replaceAll(new RegExp(numberInside, 'g'), '(a number)');

/**
 * Who acts, and the reason.
 * @throws ConsoleRefusal if the reason contains a number: the audit log outlives an erasure
 */
export function operatorOf(
  { clocks }: Pick<ConsoleContext, 'clocks'>,
  { name }: Pick<SignedIn, 'name'>,
  reason: string,
): Audit['operator'] {
  if (numberInside.test(reason)) {
    throw new ConsoleRefusal(
      'invalid',
      'Leave the mobile number out of the reason: it is kept permanently. Name the ticket instead.',
    );
  }
  if (hasControlCharacters(reason)) {
    throw new ConsoleRefusal('invalid', 'Write the reason again: it has invisible characters.');
  }
  return { by: name, reason, at: clocks.wall() };
}

/** The row of what somebody does in the console, or by a command that does the same. */
export function auditOf(
  context: Pick<ConsoleContext, 'clocks' | 'campaign'>,
  signedIn: Pick<SignedIn, 'name' | 'command'>,
  { reason, command, details }: Pick<Audit, 'command' | 'details'> & { reason: string },
): Audit {
  return {
    campaign: context.campaign.id,
    command: signedIn.command ?? command,
    operator: operatorOf(context, signedIn, reason),
    details,
  };
}

type PersonChange = { campaign: string; mobileIndex: Buffer; audit: Audit };

/** @throws ConsoleRefusal for a number without data */
export function changeOf(
  context: ConsoleContext,
  { person, reason }: { person: string; reason: string },
  signedIn: SignedIn,
  command: string,
): PersonChange {
  const audit = auditOf(context, signedIn, { reason, command, details: { number: person } });
  return { campaign: context.campaign.id, mobileIndex: Buffer.from(person, 'hex'), audit };
}
