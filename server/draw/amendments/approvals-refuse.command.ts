import type { Command } from 'commander';
import * as z from 'zod';
import { refuseProposal } from './approval-state.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import { readOneProposal } from './read-proposal.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/change-options.ts';
import { RefusedError, type Session } from '../../operator/command-context.ts';
import { withDatabase } from '../../operator/with-database.ts';

const command = 'approvals refuse';

export function addApprovalsRefuse(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: command,
    summary: 'close a proposal for good, without executing it',
    detail: 'It needs no key: nothing is changed by it. It can be proposed again.',
    examples: ['approvals refuse 3 --why "not agreed with the brand"'],
    add: (added) => {
      added.argument('<proposal>', 'its number', wholeNumber(1, 999_999_999));
      addWhoAndWhy(added);
    },
    shape: { argument: z.number(), ...whoAndWhy },
    run: ({ argument: number, ...who }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const operator = operatorOf(who, clocks.wall());
        await readOneProposal(database, id, number);
        const details = { proposal: number };
        const audit = { campaign: id, command, operator, details };
        if (await refuseProposal(database, id, number, audit)) {
          return {
            text: `Refused: proposal ${number}. Nothing was changed.`,
            json: { campaign: id, result: 'refused', proposal: number },
          };
        }
        throw new RefusedError(`Proposal ${number} has ended already. Nothing was changed.`);
      }),
  });
}
