import { type Command, InvalidArgumentError } from 'commander';
import { consoleRoles, type ConsoleRole } from '@inaam/contract/console/roles.ts';

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

export function addName(command: Command): void {
  command.requiredOption(
    '--name <name>',
    'the name of the account, as the audit log shows it',
    (text) => {
      const name = accountNameOf(text);
      if (name !== undefined) return name;
      throw new InvalidArgumentError(
        'Write up to 60 letters, digits and spaces, in Latin letters or those of one Indian script.',
      );
    },
  );
}

export function addRole(command: Command): void {
  command.requiredOption(
    '--role <role>',
    'viewer (figures), support (one person at a time), auditor (reads people too) or manager (everything)',
    (text): ConsoleRole => {
      const role = consoleRoles.find((one) => one === text);
      if (role !== undefined) return role;
      throw new InvalidArgumentError(`Write one of: ${consoleRoles.join(', ')}.`);
    },
  );
}

export function addFurtherCampaign(command: Command, about: string): void {
  command.option('--campaign <id>', `${about}, of the same database`);
}
