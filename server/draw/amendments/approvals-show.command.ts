import type { Command } from 'commander';
import * as z from 'zod';
import { indianTime } from '../../platform/format.ts';
import { readDrawInForce } from '../ledger.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import { describeAction, checkProposal, readApprovals, readOneProposal } from './read-proposal.ts';
import { RefusedError, type Session } from '../../operator/command-context.ts';
import { withDatabase } from '../../operator/with-database.ts';

export function addApprovalsShow(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['approvals show 3'],
    add: (command) => {
      command.argument('<proposal>', 'its number', wholeNumber(1, 999_999_999));
    },
    shape: { argument: z.number() },
    run: ({ argument: number }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { commitment, state } = await readApprovals(database, id);
        const stored = await readOneProposal(database, id, number);
        const { proposal, problem } = checkProposal(stored, id, state, clocks.wall());
        if (!proposal) throw new RefusedError(`Proposal ${number}: ${problem}`);
        const inForce = await readDrawInForce(database, id);
        const lastDay = inForce?.lastDay ?? commitment.document.programme.to;
        const what = describeAction(proposal.action, commitment.document, lastDay);
        const can =
          problem === undefined
            ? `Another approver can confirm it by ${indianTime(Date.parse(proposal.expires))} IST.`
            : `It cannot be confirmed: ${problem}`;
        return {
          text: `Proposal ${number}, ${proposal.command}, by ${stored.by}: ${stored.reason}\n${what}\n${can}`,
          json: {
            campaign: id,
            proposal: number,
            command: proposal.command,
            by: stored.by,
            reason: stored.reason,
            action: proposal.action,
            expires: proposal.expires,
            what,
            problem: problem ?? null,
          },
        };
      }),
  });
}
