import { isApproverSignature } from '../../platform/approver-key.ts';
import {
  approvalFault,
  type Action,
  type AmendmentProposal,
  type ApproverSignature,
  type Proposal,
} from './approval.rules.ts';
import { minuteOf } from '../ledger.rules.ts';
import { indianDay } from '../../platform/period.rules.ts';
import type { Audit } from '../../database/audit-log.ts';
import { amendDraw, approvalSentences } from './amendments.sql.ts';
import type { Connection, Database } from '../../database/database.ts';
import { lockHead } from '../ledger.sql.ts';
import type { StoredProposal } from './approval-state.sql.ts';
import { withdrawVoucherBatch } from '../../vouchers/voucher-batches.sql.ts';
import { settleVoucher } from '../../vouchers/voucher-debts.sql.ts';
import { detailsOf } from './amend-draw.command.ts';
import { RefusedError, type CommandContext } from '../../operator/command-context.ts';
import { readRevealConfig } from '../../main/settings/operator-config.ts';
import { withDatabase, withOpenDatabase } from '../../operator/with-database.ts';
import { readStateNow } from './read-proposal.ts';

type Entry = { number: number; hash: string };

/** What both people signed, and who signed it second. */
type Signed = { stored: StoredProposal; proposal: Proposal; confirmed: ApproverSignature };

/**
 * Executes what two approvers have signed, and records that in the same transaction.
 * @returns the ledger entry, if there is one
 * @throws AmendmentRefused, ProposalEnded, RefusedError
 */
export function execute(context: CommandContext, signed: Signed): Promise<Entry | undefined> {
  const { action } = signed.proposal;
  if (action.kind === 'amended') {
    return amend(context, signed, { ...signed.proposal, action });
  }
  return withDatabase(context, async ({ database, clocks, id }) => {
    const at = clocks.wall();
    await changeVouchers(database, id, { ...signed, action, at });
    return undefined;
  });
}

function amend(
  context: CommandContext,
  { stored, confirmed, ...signed }: Signed,
  proposal: AmendmentProposal,
): Promise<Entry | undefined> {
  const { blocks, fixed, reserve, to } = proposal.action;
  const config = readRevealConfig(context.variables);
  return withOpenDatabase(context, config, async ({ database, clocks, id, drawSecret }) => {
    const { entry } = await amendDraw(database, id, {
      drawSecret,
      approved: {
        proposal,
        signatures: [{ by: stored.by, signature: stored.signature }, confirmed],
        isSignature: isApproverSignature,
      },
      amendmentOf: () => ({ blocks, fixed, reserve, to }),
      today: () => indianDay(clocks.campaign()),
      isDryRun: false,
      auditOf: (amendment) =>
        auditOf({ ...signed, stored, confirmed }, id, clocks.wall(), detailsOf(amendment)),
    });
    return entry;
  });
}

type VoucherAction = Exclude<Action, { kind: 'amended' }>;

/** @throws RefusedError if it no longer matches what was signed */
async function changeVouchers(
  database: Database,
  id: string,
  { action, at, ...signed }: Signed & { action: VoucherAction; at: number },
): Promise<void> {
  const assertMay = (connection: Connection) => assertApproved(connection, id, signed, at);
  if (action.kind === 'settled') {
    const { message } = action;
    const audit = auditOf(signed, id, at, { message });
    if (await settleVoucher(database, id, { message, now: at, audit, assertMay })) return;
    throw new RefusedError('Nothing was changed: the voucher is not open any more.');
  }
  const { batch, codes: max } = action;
  const withdrawn = await withdrawVoucherBatch(database, id, {
    batch,
    now: at,
    assertMay,
    auditOf: (codes) => {
      if (codes <= max) return auditOf(signed, id, at, { batch, codes });
      throw new RefusedError(`Nothing was changed: batch ${batch} has more free codes by now.`);
    },
  });
  if (withdrawn > 0) return;
  throw new RefusedError(`Nothing was changed: no code of batch ${batch} is free any more.`);
}

function auditOf(
  { stored, proposal, confirmed }: Signed,
  campaign: string,
  at: number,
  details: Audit['details'],
): Audit {
  return {
    campaign,
    command: proposal.command,
    operator: { by: confirmed.by, reason: stored.reason, at },
    details: { ...details, proposal: stored.number, proposedBy: stored.by },
    confirmed: { proposal: stored.number, ...confirmed },
  };
}

/**
 * Until the end of the transaction, no amendment can change the approvers.
 * @throws RefusedError
 */
async function assertApproved(
  connection: Connection,
  id: string,
  { stored, proposal, confirmed }: Signed,
  at: number,
): Promise<void> {
  await lockHead(connection, id);
  const { approvers, after } = await readStateNow(connection, id);
  const fault = approvalFault(proposal, [stored, confirmed], {
    approvers: approvers ?? [],
    after,
    now: minuteOf(at),
    isSignature: isApproverSignature,
  });
  if (fault) throw new RefusedError(`Nothing was changed: ${approvalSentences[fault]}`);
}
