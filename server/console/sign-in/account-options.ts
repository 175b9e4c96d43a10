import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { optionOf, textOption } from '../../operator/add-command.ts';

/** The name appears in the audit log and in a terminal, so it may contain nothing invisible. */
const namePattern =
  /^[\p{L}\p{Nd}](?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} .,'’_@-]){0,59}$/u;

/** Other letters look like Latin ones, so two accounts could look the same in the audit log. */
const scripts = [
  'Latin',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Arabic',
  'Meetei_Mayek',
  'Ol_Chiki',
].map((name) => new RegExp(`^[\\p{scx=${name}}\\p{scx=Common}\\p{scx=Inherited}]+$`, 'u'));

/** One spelling for names that look the same. Undefined if it cannot be a name. */
export function accountNameOf(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/ +/g, ' ');
  if (!namePattern.test(name)) return undefined;
  return scripts.some((script) => script.test(name)) ? name : undefined;
}

const wantedName =
  'Write up to 60 letters, digits and spaces, in Latin letters or those of one Indian script.';

export const nameOption = optionOf(
  new Option('--name <name>', 'the name of the account, as the audit log shows it')
    .makeOptionMandatory()
    .argParser((text) => {
      const name = accountNameOf(text);
      if (name !== undefined) return name;
      throw new InvalidArgumentError(wantedName);
    }),
  z.string(),
);

export const roleOption = optionOf(
  new Option(
    '--role <role>',
    'viewer (figures), support (one person at a time), auditor (reads people too) or manager (everything)',
  )
    .makeOptionMandatory()
    .choices(consoleRoles),
  z.enum(consoleRoles),
);

export const campaignOption = (about: string) =>
  textOption('--campaign <id>', `${about}, of the same database`);
