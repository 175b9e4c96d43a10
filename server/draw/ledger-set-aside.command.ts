import type { Command } from 'commander';
import * as z from 'zod';
import { setEntriesAside } from './cards/checked-ledger.sql.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import { RefusedError, type Session } from '../operator/command-context.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/options.ts';
import { withDatabase } from '../operator/with-database.ts';

const command = 'ledger set-aside';

export function addLedgerSetAside(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'Where `draw` has stopped at a wrong entry: it passes over what is wrong up to the given entry, and goes on. No voucher of such an entry is ever sent, and an auditor still finds it in the ledger. An amendment cannot be set aside, nor a ledger that was replaced.',
    examples: ['ledger set-aside --through 5317 --why "granted by the intruder of 3 July"'],
    add: (added) => {
      added.requiredOption('--through <entry>', 'the last of them', wholeNumber(0, 999_999_999));
      addWhoAndWhy(added);
    },
    shape: { through: z.number(), ...whoAndWhy },
    run: ({ through, ...who }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const operator = operatorOf(who, clocks.wall());
        const audit = { campaign: id, command, operator, details: { through } };
        if (!(await setEntriesAside(database, id, through + 1, audit))) {
          throw new RefusedError(
            `Nothing was changed: the draw has not stopped at an entry up to ${through}, or there is no such entry. Its /ready names the entry.`,
          );
        }
        return {
          text: `What is wrong up to entry ${through} is set aside. The draw goes on within a second.`,
          json: { campaign: id, through },
        };
      }),
  });
}
