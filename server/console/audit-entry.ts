import { hasControlCharacters } from '../platform/control-characters.rules.ts';
import type { Audit } from '../database/audit-log.ts';
import type { ConsoleContext, SignedIn } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';

/** Of India's scripts; the number of a mobile begins with 5 to 9. */
const digit = '[0-9०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]';
const five = '[5-9५-९৫-৯੫-੯૫-૯୫-୯௫-௯౫-౯೫-೯൫-൯]';
/** A number that was typed into a reason, in groups or not, perhaps with its country code. */
const numberInside = new RegExp(
  `(?<!${digit})(?:(?:\\+|00)?91[\\s.)-]{0,2}|0)?${five}(?:[\\s.-]?${digit}){9}(?!${digit})`,
);

/** For reasons that the command line took. */
export const withoutNumbers = (why: string): string =>
  why.replaceAll(new RegExp(numberInside, 'g'), '(a number)');

/**
 * Who does it and why.
 * @throws ConsoleRefusal for a reason with a number in it: the audit log is kept after an erasure
 */
export function operatorOf(
  { clocks }: Pick<ConsoleContext, 'clocks'>,
  { name }: Pick<SignedIn, 'name'>,
  why: string,
): Audit['operator'] {
  if (numberInside.test(why)) {
    throw new ConsoleRefusal(
      'invalid',
      'Leave the mobile number out of the reason: it is kept for good. Name the ticket instead.',
    );
  }
  if (hasControlCharacters(why)) {
    throw new ConsoleRefusal('invalid', 'Write the reason again: it has invisible characters.');
  }
  return { by: name, why, at: clocks.wall() };
}

type PersonChange = { campaign: string; mobileIndex: Buffer; audit: Audit };

/** @throws ConsoleRefusal for a number of which nothing is known */
export function changeOf(
  context: ConsoleContext,
  { person, why }: { person: string; why: string },
  signedIn: SignedIn,
  command: string,
): PersonChange {
  const { id: campaign } = context.campaign;
  const operator = operatorOf(context, signedIn, why);
  const audit = { campaign, command, operator, details: { number: person } };
  return { campaign, mobileIndex: Buffer.from(person, 'hex'), audit };
}
