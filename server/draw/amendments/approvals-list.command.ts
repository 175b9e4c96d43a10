import type { Command } from 'commander';
import type { Approver } from './approval.rules.ts';
import { indianTime } from '../../platform/format.ts';
import { hasControlCharacters } from '../../platform/control-characters.rules.ts';
import { readProposals } from './approval-state.sql.ts';
import { addCommand } from '../../operator/add-command.ts';
import { nameAndKey, checkProposal, readApprovals, type CheckedProposal } from './read-proposal.ts';
import type { Session } from '../../operator/command-context.ts';
import { table } from '../../operator/table.ts';
import { withDatabase } from '../../operator/with-database.ts';

const max = 100;

export function addApprovalsList(parent: Command, session: Session): void {
  addCommand(parent, session, {
    examples: ['approvals list', 'approvals list --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const { state } = await readApprovals(database, id);
        const approvers = state.approvers ?? [];
        const names = approvers.map(({ name }) => name);
        const wall = clocks.wall();
        const found = (await readProposals(database, id, { max })).map((stored) =>
          rowOf(checkProposal(stored, id, state, wall)),
        );
        const who =
          names.length === 0
            ? 'This campaign does not ask for two people.'
            : `Approvers: ${approvers.map(nameAndKey).join(', ')}.`;
        const rows = found.map((one) => [
          String(one.proposal),
          one.command,
          one.by,
          one.expires === null ? '' : indianTime(Date.parse(one.expires)),
          one.state,
        ]);
        const header = ['proposal', 'command', 'by', 'expires (IST)', 'state'];
        return {
          text:
            rows.length === 0 ? `${who} Nothing was proposed.` : `${who}\n${table(header, rows)}`,
          json: {
            campaign: id,
            approvers: names,
            approverKeys: keysOf(approvers),
            proposals: found,
          },
        };
      }),
  });
}

const keysOf = (approvers: readonly Approver[]): Record<string, string> =>
  Object.fromEntries(approvers.map(({ name, key }) => [name, key]));

function rowOf({ stored: { number, by, at: ms, end }, proposal, problem }: CheckedProposal) {
  const [of, at] = [number, new Date(ms).toISOString()];
  // Nothing in it is trusted, not even that it has ended.
  const forged = { command: '-', by: '-', at, expires: null, state: 'forged', endedBy: null };
  if (!proposal) return { proposal: of, ...forged };
  const { command, expires } = proposal;
  const state = end?.result ?? (problem === undefined ? 'open' : 'void');
  const endedBy = end && !hasControlCharacters(end.by) ? end.by : null;
  return { proposal: of, command, by, at, expires, state, endedBy };
}
