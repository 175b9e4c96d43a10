// Makes the console's calls commands. What runs them is loaded when one runs.
import type { Command } from 'commander';
import * as z from 'zod';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { addCommand } from '../add-command.ts';
import { addWhoAndWhy } from '../options.ts';
import type { Session } from '../command-context.ts';
import {
  addField,
  fieldsOf,
  isAboutPerson,
  ownOptions,
  pseudonymOption,
  typedFields,
  type Call,
} from './call-options.ts';
import { offeredCalls, type Offered, type OfferedName } from './offered-calls.ts';

export const addCallOf =
  (name: OfferedName) =>
  (parent: Command, session: Session): void =>
    addCall(parent, session, name, offeredCalls[name]);

function addCall(parent: Command, session: Session, name: ConsoleCallName, offered: Offered): void {
  const call: Call = { name, offered, fields: fieldsOf(name) };
  addCommand(parent, session, {
    ...(offered.detail !== undefined && { detail: offered.detail }),
    examples: offered.examples.map((words) => `${offered.name} ${words}`.trimEnd()),
    add: (command) => addOptions(command, call),
    shape: {
      ...ownOptions,
      ...Object.fromEntries(
        typedFields(call.fields).map(([field]) => [field, z.unknown().optional()]),
      ),
    },
    run: async (options) => (await import('./run-call.ts')).runOffered(session, call, options),
  });
}

function addOptions(command: Command, { offered, fields }: Call): void {
  for (const [name, field] of typedFields(fields)) {
    addField(command, name, field, name === offered.argument);
  }
  if (isAboutPerson(fields)) {
    command
      .option('--voucher', 'who got the voucher code that ends so')
      .option('--pseudonym <hex>', 'who has this pseudonym in the ledger', pseudonymOption);
  }
  if (offered.isFile) command.option('--out <file>', 'a file that is not there yet');
  if (fields.has('reason')) addWhoAndWhy(command);
  if (offered.preview) {
    command
      .option('--dry-run', 'show what would be done without changing anything')
      .option('--yes', 'do not ask: it was confirmed elsewhere');
  }
}
