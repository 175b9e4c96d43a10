import { InvalidArgumentError, type Command } from 'commander';
import { consoleRoles, type ConsoleRole } from '@inaam/contract/console/roles.ts';

/** It stands in the audit log, and in a terminal. */
const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’_@-]{0,59}$/u;

export function addName(command: Command): void {
  command.requiredOption(
    '--name <name>',
    'the name of the account, as the audit log shows it',
    (text) => {
      const name = text.trim();
      if (namePattern.test(name)) return name;
      throw new InvalidArgumentError('Write up to 60 letters, digits and spaces.');
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
