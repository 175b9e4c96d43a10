import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import * as z from 'zod';
import { reasonHash, signedText, type Action, type ApprovalState } from './approval.rules.ts';
import { indianTime } from '../../platform/format.ts';
import { hasControlCharacters } from '../../platform/control-characters.rules.ts';
import { minuteOf } from '../ledger.rules.ts';
import type { Database } from '../../database/database.ts';
import { twoApproversNeeded } from './amendments.sql.ts';
import { insertProposal } from './approval-state.sql.ts';
import { wholeNumber } from '../../operator/add-command.ts';
import { operatorOf } from '../../operator/options.ts';
import {
  RefusedError,
  UsageError,
  type CommandContext,
  type CommandResult,
} from '../../operator/command-context.ts';
import { openKey } from './open-key.command.ts';

const hourMs = 3_600_000;

export function addProposalOptions(command: Command): void {
  command
    .option('--key <file>', 'propose it, where the campaign asks for two people: your key')
    .option('--hours <count>', 'how long it can be confirmed', wholeNumber(1, 168), 24);
}

export const proposalShape = { key: z.string().optional(), hours: z.number() };

type Wanted = {
  database: Database;
  campaign: string;
  command: string;
  who: { why?: string | undefined; hours: number };
  key: string;
  action: Action;
  state: ApprovalState;
  /** What will happen, as a sentence. */
  warning: string;
  /** Real time, ms. */
  wall: () => number;
};

/** Stores what another approver may confirm; changes nothing else. */
export async function propose(context: CommandContext, wanted: Wanted): Promise<CommandResult> {
  const { database, campaign, command, who, action, state, warning, wall } = wanted;
  if (hasControlCharacters(operatorOf({ by: '-', why: who.why }, wall()).reason)) {
    throw new UsageError('Write the reason in one line, without control characters.');
  }
  const { name, key } = await openKey(context, wanted.key, state);
  const operator = operatorOf({ by: name, why: who.why }, wall());
  const expires = minuteOf(operator.at + who.hours * hourMs);
  const statement = signedText({
    action,
    after: state.after,
    campaign,
    command,
    expires,
    id: randomBytes(16).toString('hex'),
    reasonSha256: reasonHash(operator.reason),
  });
  const signature = key.sign(statement);
  const auditOf = (proposal: number) => ({
    campaign,
    command: 'approvals propose',
    operator,
    details: { proposal, of: command, expires },
  });
  const proposal = { statement, by: name, signature };
  const number = await insertProposal(database, campaign, proposal, { operator, auditOf });
  return {
    text: `Proposal ${number}. ${warning}\nNothing is changed until another approver confirms it, by ${indianTime(Date.parse(expires))} IST: approvals confirm ${number} --key <file>`,
    json: { campaign, result: 'proposed', proposal: number, expires, by: name },
  };
}

/** @throws RefusedError if one person may not do this alone */
export function assertOneMay({ approvers }: ApprovalState): void {
  if (approvers) throw new RefusedError(twoApproversNeeded);
}
