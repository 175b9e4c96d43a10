import type { Command } from 'commander';
import * as z from 'zod';
import type { Proposal } from './approval.rules.ts';
import { readDrawInForce } from '../ledger.sql.ts';
import type { StoredProposal } from './approval-state.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import { describeAction, checkProposal, readApprovals, readOneProposal } from './read-proposal.ts';
import { execute } from './execute.command.ts';
import { openKey } from './open-key.command.ts';
import { RefusedError, type CommandContext, type Session } from '../../operator/command-context.ts';
import { confirm } from '../../operator/read-mobile.ts';
import { withDatabase } from '../../operator/with-database.ts';

type Confirmation = { campaign: string; number: number; key: string; yes: boolean };
type Signed = { stored: StoredProposal; proposal: Proposal; by: string; signature: string };

export function addApprovalsConfirm(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'It shows what will happen, asks for your passphrase and signs it. It is done at once, and once only. An amendment needs both parts of the secret, where `draw` has them.',
    examples: ['approvals confirm 3 --key ravi.key'],
    add: (command) => {
      command
        .argument('<proposal>', 'its number', wholeNumber(1, 999_999_999))
        .requiredOption('--key <file>', 'your key')
        .option('--yes', 'do not ask: it was confirmed elsewhere');
    },
    shape: { argument: z.number(), key: z.string(), yes: z.boolean().default(false) },
    run: async ({ argument: number, key, yes }) => {
      const { stored, proposal, by, signature } = await withDatabase(context, (open) =>
        signed(context, open, { campaign: open.id, number, key, yes }),
      );
      const confirmed = { by, signature };
      const entry = await execute(context, { stored, proposal, confirmed });
      const where = entry
        ? `\nEntry ${entry.number} of the ledger, hash ${entry.hash}; the site shows it at /draw/amendments.jsonl.`
        : '';
      return {
        text: `Executed: proposal ${number}, ${proposal.command}.${where}`,
        json: {
          campaign: proposal.campaign,
          result: 'executed',
          proposal: number,
          command: proposal.command,
          proposedBy: stored.by,
          confirmedBy: by,
          entry: entry ?? null,
        },
      };
    },
  });
}

type Open = Parameters<Parameters<typeof withDatabase>[1]>[0];

/** Shows what was signed, and signs it too. Nothing is stored. */
async function signed(
  context: CommandContext,
  { database, clocks }: Open,
  { campaign, number, key: file, yes }: Confirmation,
): Promise<Signed> {
  const { commitment, state } = await readApprovals(database, campaign);
  const stored = await readOneProposal(database, campaign, number);
  const { proposal, problem } = checkProposal(stored, campaign, state, clocks.wall());
  if (!proposal || problem !== undefined) {
    throw new RefusedError(`Nothing was changed: ${problem}`);
  }
  const inForce = await readDrawInForce(database, campaign);
  const lastDay = inForce?.lastDay ?? commitment.document.programme.to;
  const what = describeAction(proposal.action, commitment.document, lastDay);
  const warning = `${stored.by} proposes: ${what}\nReason: ${stored.reason}\nIt is done at once and cannot be undone.`;
  await confirm(context, { warning, campaign, yes });
  const { name, key } = await openKey(context, file, state);
  if (name === stored.by) {
    throw new RefusedError(
      'Nothing was changed: you proposed it yourself. Another approver must confirm it.',
    );
  }
  return { stored, proposal, by: name, signature: key.sign(stored.statement) };
}
