import { isApproverSignature } from '../../platform/approver-signature.ts';
import { InaamError } from '../../platform/inaam-error.ts';
import { followApprovals, type ApprovalHistory } from './approval.rules.ts';
import type { Commitment } from '../commitment.rules.ts';
import type { Connection } from '../../database/database.ts';
import { amendmentOf } from './amendment-schema.sql.ts';

/** Somebody with rights in the database inserted an amendment that two approvers did not sign. */
export class AmendmentNotApproved extends InaamError {
  override name = 'AmendmentNotApproved';
}

/**
 * Who may approve actions that cost money: the committed approvers, or those of an amendment.
 * Anybody who can insert a row could name other approvers, so every signature is checked.
 * @throws AmendmentNotApproved
 */
export async function readApprovalState(
  database: Pick<Connection, 'query'>,
  { document, hash }: Pick<Commitment, 'document' | 'hash'>,
): Promise<ApprovalHistory> {
  const { rows } = await database.query<{ content: string; hash: string }>(
    `select content, encode(hash, 'hex') as hash from inaam.amendment
     where campaign = $1 order by number`,
    [document.campaign],
  );
  const amendments = rows.map((row) => ({ entry: amendmentOf(row.content), hash: row.hash }));
  const committed = { approvers: document.approvers, after: hash };
  const state = followApprovals(committed, amendments, isApproverSignature);
  if (state) return state;
  throw new AmendmentNotApproved(
    `Nothing was changed: the database has an amendment of "${document.campaign}" that was not signed as it must be, so nobody can say who may approve. Somebody with rights in the database wrote it: see docs/runbook.md.`,
  );
}
