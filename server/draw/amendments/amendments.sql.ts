// An amendment is one row. A trigger writes the ledger entry and updates head, deck and budget.
import { Refusal } from '../../platform/errors.ts';
import {
  type Amendment,
  approvalFault,
  isApproverList,
  type AmendmentProposal,
  type Approval,
  type ApprovalFault,
  type ApprovalState,
  type Approver,
  type ApproverSignature,
} from './approval.rules.ts';
import { amendmentFault, gainsOf, sealedContent, type AmendmentFault } from './amendment.rules.ts';
import { secretHash, type DrawDocument } from '../commitment.rules.ts';
import { chainedHash, minuteOf } from '../ledger.rules.ts';
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import { transaction, type Database, type Queryable } from '../../database/database.ts';
import { readApprovalState, amendmentOf } from './approval-state.sql.ts';
import { readBudget } from '../budgets.sql.ts';
import { readCommitment } from '../commitments.sql.ts';
import { lockHead, readDrawInForce, type DrawInForce } from '../ledger.sql.ts';

/** `message` contains the remedy. Nothing was changed. */
class AmendmentRefused extends Refusal {
  override name = 'AmendmentRefused';
}

export type StoredAmendment = Amendment & {
  number: number;
  /** ms */
  at: number;
  /** The entry as it is in the ledger, and its hash in hex. */
  content: string;
  hash: string;
};

export async function readAmendments(
  database: Queryable,
  campaign: string,
): Promise<StoredAmendment[]> {
  const { rows } = await database.query<
    Pick<StoredAmendment, 'number' | 'content' | 'hash'> & { at: Date }
  >(
    `select number::float8, at, content, encode(hash, 'hex') as hash from inaam.amendment
     where campaign = $1 order by number`,
    [campaign],
  );
  return rows.map((row) => {
    // The operator's role can insert rows that amendDraw did not write.
    const entry = amendmentOf(row.content);
    if (!entry) {
      throw new Error(
        `Entry ${row.number} of the ledger is not a valid amendment. See "An amendment was not signed by two approvers" in docs/run/draw-and-keys.md.`,
      );
    }
    const { blocks, fixed, reserve, to } = entry;
    return { ...row, at: row.at.getTime(), blocks, fixed, reserve, to };
  });
}

/** The lines as the published ledger has them. */
export const amendmentLines = (
  amendments: readonly Pick<StoredAmendment, 'content' | 'hash'>[],
): string =>
  amendments.map(({ content, hash }) => `{"entry":${content},"hash":"${hash}"}\n`).join('');

/** What two approvers signed, in a campaign that requires it. */
type Approved = {
  proposal: AmendmentProposal;
  signatures: readonly ApproverSignature[];
  isSignature: (key: string, text: string, signature: string) => boolean;
};

export type AmendmentRequest = {
  /** Undefined for a dry run only. */
  drawSecret: Uint8Array | undefined;
  approved?: Approved | undefined;
  /** Replaces the approvers in force, for the dry run of a proposal. */
  newApprovers?: readonly Approver[] | undefined;
  /** Called with the draw in force while the head is locked. */
  amendmentOf: (inForce: DrawInForce, document: DrawDocument, today: string) => Amendment;
  /** The campaign's day in India. Called while the head is locked. */
  today: () => string;
  auditOf: (amendment: Amendment) => Audit;
  isDryRun: boolean;
};

export type Amended = {
  amendment: Amendment;
  before: DrawInForce;
  document: DrawDocument;
  approval: ApprovalState;
  entry: { number: number; hash: string } | undefined;
};

/**
 * Waits for grants and verifications in progress. The amendment applies to all later ones.
 * @returns the amendment, the draw before it, and its ledger entry unless `isDryRun`
 * @throws AmendmentRefused
 */
export function amendDraw(
  database: Database,
  campaign: string,
  {
    drawSecret,
    approved,
    newApprovers,
    amendmentOf,
    today: dayNow,
    auditOf,
    isDryRun,
  }: AmendmentRequest,
): Promise<Amended> {
  return transaction(database, async (connection) => {
    const commitment = await readCommitment(connection, campaign);
    if (!commitment) {
      throw new AmendmentRefused(
        `Nothing was changed: the draw of "${campaign}" has not been committed to.`,
      );
    }
    const { document } = commitment;
    if (drawSecret && secretHash(drawSecret) !== document.secretSha256) {
      throw new AmendmentRefused(
        `Nothing was changed: the two parts do not make the secret that "${campaign}" has committed to. Use those that the campaign was started with.`,
      );
    }
    // Adding many blocks may exceed the default statement timeout.
    await connection.query(`set local statement_timeout = '60s'`);
    const { nextLedger: number, lastHash } = await lockHead(connection, campaign);
    const before = await readDrawInForce(connection, campaign);
    if (!before) throw new Error('Failed to amend: the locked head is missing.');
    const budget = await readBudget(connection, campaign);
    const today = dayNow();
    const amendment = amendmentOf(before, document, today);
    const planned = new Map(budget.map((row) => [row.pool, row.planned]));
    const replaced = approved?.proposal.action.approvers ?? newApprovers;
    if (replaced && !isApproverList(replaced)) throw new AmendmentRefused(notApprovers);
    const hasNewApprovers = replaced !== undefined;
    const now = { ...before, today, planned, hasNewApprovers };
    const fault = amendmentFault(document, amendment, now);
    if (fault) throw new AmendmentRefused(`Nothing was changed: ${sentenceOf(fault, before)}`);
    const approval = await readApprovalState(connection, commitment);
    const plan = { amendment, before, document, approval };
    if (isDryRun || !drawSecret) return { ...plan, entry: undefined };
    const audit = auditOf(amendment);
    const { at } = audit.operator;
    const fields = { ...amendment, campaign, number, at, day: today };
    const entry = { ...fields, ...signedBy(approval, approved, at) };
    const content = sealedContent(drawSecret, lastHash, entry);
    const hash = Buffer.from(chainedHash(lastHash, content));
    const gains = gainsOf(document, amendment);
    await connection.query(
      `insert into inaam.amendment (campaign, number, content, hash, at, blocks, last_day, pools, added)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        campaign,
        number,
        content,
        hash,
        new Date(at),
        amendment.blocks,
        amendment.to,
        gains.map(({ name }) => name),
        gains.map(({ planned }) => planned),
      ],
    );
    await recordAudit(connection, audit);
    return { ...plan, entry: { number, hash: hash.toString('hex') } };
  });
}

/**
 * What the entry records about the two approvers; empty if the campaign does not require them.
 * @throws AmendmentRefused
 */
function signedBy(
  { approvers, after }: ApprovalState,
  approved: Approved | undefined,
  at: number,
): { approval?: Approval } {
  if (!approvers && !approved) return {};
  if (!approved) throw new AmendmentRefused(twoApproversNeeded);
  const { proposal, signatures, isSignature } = approved;
  const now = minuteOf(at);
  const fault = approvalFault(proposal, signatures, {
    approvers: approvers ?? [],
    after,
    now,
    isSignature,
  });
  if (fault) throw new AmendmentRefused(`Nothing was changed: ${approvalSentences[fault]}`);
  const { action, command, expires, id, reasonSha256 } = proposal;
  const { approvers: replaced } = action;
  return {
    approval: { approvers: replaced, command, expires, id, reasonSha256, signatures },
  };
}

const notApprovers =
  'Nothing was changed: name 2 to 12 approvers, in lower-case letters, digits and hyphens, each with a different key.';

export const twoApproversNeeded =
  'Nothing was changed: this campaign requires two people. Propose it with --key and the file of your key; another approver confirms it with "approvals confirm".';

export const approvalSentences: Readonly<Record<ApprovalFault, string>> = {
  expired: 'the proposal has expired. Propose it again.',
  void: 'the campaign was amended after it was proposed. Propose it again.',
  unknownSigner: 'who signed it is not an approver of this campaign.',
  wrongSignature: 'a signature is not of this proposal: it was changed, or forged.',
  onePerson: 'two approvers must have signed it, each with their own key.',
};

const sentences = {
  nothing: 'it would change nothing. Say what to change, as --help shows.',
  notCounts: 'only whole numbers of what was committed to can be added.',
  noReserve: 'the campaign closes when its deck ends, so it has no reserve to add to. Add blocks.',
  tooEarly: 'the last day cannot be before today or before the first day.',
  tooMany: 'that is more than can be counted.',
} as const;

function sentenceOf(fault: AmendmentFault, { lastDay }: DrawInForce): string {
  if (fault.kind === 'over') return `the last day, ${lastDay}, is over.`;
  if (fault.kind !== 'beyondFixed') return sentences[fault.kind];
  return `the fixed reward of ${fault.state} was committed to until ${fault.until}, and later participants would get a different one.`;
}
