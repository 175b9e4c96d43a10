import * as z from 'zod';
import { isApproverSignature } from '../../platform/approver-key.ts';
import {
  approvalFault,
  isApproverList,
  reasonHash,
  signatureFault,
  signedText,
  type Action,
  type ApprovalFault,
  type ApprovalHistory,
  type ApprovalState,
  type Proposal,
  type AmendmentProposal,
  type Approver,
} from './approval.rules.ts';
import { Refusal } from '../../platform/errors.ts';
import { hasControlCharacters } from '../../platform/control-characters.rules.ts';
import { minuteOf } from '../ledger.rules.ts';
import { approvalSentences } from './amendments.sql.ts';
import { readApprovalState, readProposals, type StoredProposal } from './approval-state.sql.ts';
import { readCommitment, type StoredCommitment } from '../commitments.sql.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { gainsOf } from './amendment.rules.ts';
import { plannedRupees, type DrawDocument } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { rupees } from '../../platform/format.ts';

/** The proposal does not exist, or the campaign cannot have any. */
class NoProposal extends Refusal {
  override name = 'NoProposal';
}

const approver = z.strictObject({ key: z.string(), name: z.string() });
const count = z.int().min(0);
const action = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('amended'),
    approvers: z.array(approver).refine(isApproverList).nullable(),
    blocks: count,
    fixed: z.array(count),
    reserve: count,
    to: z.iso.date(),
  }),
  z.strictObject({ kind: z.literal('withdrawn'), batch: count, codes: count }),
  z.strictObject({ kind: z.literal('settled'), message: z.uuid() }),
]);
/** The ledger must not get an entry that verifiers refuse, because entries cannot be removed. */
const proposalSchema = z
  .strictObject({
    action,
    after: z.string(),
    campaign: z.string(),
    command: z.string(),
    expires: z.string().refine(isMinute),
    id: z.string().regex(/^[0-9a-f]{32}$/),
    reasonSha256: z.string(),
  })
  .refine((proposal) => commandsOf(proposal.action).includes(proposal.command));

function isMinute(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && minuteOf(at) === text;
}

function commandsOf(of: Action): readonly string[] {
  if (of.kind === 'withdrawn') return ['vouchers withdraw'];
  if (of.kind === 'settled') return ['deliveries settle'];
  if (of.approvers) return ['approvals replace'];
  return ['campaign supplement', 'campaign extend', 'campaign end'];
}

/** `problem`: a sentence that says why it cannot be confirmed. Only signed values are shown. */
export type CheckedProposal = {
  stored: StoredProposal;
  proposal: Proposal | undefined;
  problem: string | undefined;
};

/** @param wall real time, ms */
export function checkProposal(
  stored: StoredProposal,
  campaign: string,
  state: ApprovalHistory,
  wall: number,
): CheckedProposal {
  const proposal = proposalOf(stored.statement);
  if (
    !proposal ||
    proposal.campaign !== campaign ||
    proposal.reasonSha256 !== reasonHash(stored.reason) ||
    hasControlCharacters(stored.reason)
  ) {
    return { stored, proposal: undefined, problem: approvalSentences.wrongSignature };
  }
  const fault = faultOfSignatures(stored, proposal, state);
  if (fault) return { stored, proposal: undefined, problem: approvalSentences[fault] };
  return { stored, proposal, problem: problemOf(stored, proposal, state, wall) };
}

/**
 * Checks the approvers at the time of the proposal: a later amendment does not make it a forgery.
 */
function faultOfSignatures(
  stored: StoredProposal,
  proposal: Proposal,
  { earlier, ...state }: ApprovalHistory,
): ApprovalFault | undefined {
  const { after } = proposal;
  const then = [state, ...earlier].find((one) => one.after === after);
  const circumstances = {
    approvers: then?.approvers ?? [],
    after,
    now: '',
    isSignature: isApproverSignature,
  };
  const { end } = stored;
  return end?.result === 'executed'
    ? approvalFault(proposal, [stored, end], circumstances)
    : signatureFault(proposal, [stored], circumstances);
}

const longestMs = 168 * 3_600_000;

function problemOf(
  { end, number }: StoredProposal,
  { after, expires }: Proposal,
  state: ApprovalState,
  wall: number,
): string | undefined {
  if (end) {
    const by = hasControlCharacters(end.by) ? '' : ` by ${end.by}`;
    return `proposal ${number} was ${end.result}${by}.`;
  }
  if (after !== state.after) return approvalSentences.void;
  if (minuteOf(wall) > expires) return approvalSentences.expired;
  if (expires <= minuteOf(wall + longestMs)) return undefined;
  return 'it could be confirmed for more than 168 hours. Propose it again.';
}

/** Undefined unless the spelling is exactly what was signed. */
function proposalOf(statement: string): Proposal | undefined {
  const json = statement.slice(statement.indexOf('|') + 1);
  try {
    const parsed = proposalSchema.safeParse(JSON.parse(json));
    return parsed.success && signedText(parsed.data) === statement ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if the campaign has not committed and so has no approvers. */
export async function readStateNow(database: Queryable, campaign: string): Promise<ApprovalState> {
  const commitment = await readCommitment(database, campaign);
  if (commitment) return readApprovalState(database, commitment);
  return { approvers: undefined, after: '' };
}

export type Approvals = { commitment: StoredCommitment; state: ApprovalHistory };

/** @throws NoProposal if the campaign has not committed to its draw */
export async function readApprovals(database: Database, campaign: string): Promise<Approvals> {
  const commitment = await readCommitment(database, campaign);
  if (commitment) return { commitment, state: await readApprovalState(database, commitment) };
  throw new NoProposal(`The draw of "${campaign}" has not been committed to.`);
}

/** @throws NoProposal if there is none with this number */
export async function readOneProposal(
  database: Database,
  campaign: string,
  number: number,
): Promise<StoredProposal> {
  const [stored] = await readProposals(database, campaign, { number, max: 1 });
  if (stored) return stored;
  throw new NoProposal(
    `There is no proposal ${number} of "${campaign}". "approvals list" lists them.`,
  );
}

/** Lets the confirming approver compare the key with the one its owner has. */
export const nameAndKey = ({ name, key }: Approver) => `${name} (${key})`;

/** Describes the effect from signed values only. */
export function describeAction(action: Action, document: DrawDocument, lastDay: string): string {
  if (action.kind === 'amended') return describeAmendment(action, document, lastDay);
  if (action.kind === 'settled') {
    return `The voucher of message ${action.message} will be closed as paid by hand.`;
  }
  return `${rupees(action.codes)} codes of batch ${action.batch}, or those that are free by then, will be withdrawn and never given.`;
}

function describeAmendment(
  action: AmendmentProposal['action'],
  document: DrawDocument,
  lastDay: string,
): string {
  const { approvers, blocks, fixed, reserve, to } = action;
  const added = plannedRupees(gainsOf(document, action));
  const parts = [
    ...(blocks > 0
      ? [`${rupees(blocks)} blocks with ${rupees(blocks * blockSize(document.deck))} cards`]
      : []),
    ...(reserve > 0 ? [`${rupees(reserve)} rewards of the reserve`] : []),
    ...document.fixed.flatMap(({ state }, index) => {
      const rewards = fixed[index] ?? 0;
      return rewards > 0 ? [`${rupees(rewards)} fixed rewards of ${state}`] : [];
    }),
  ];
  const sentences = [
    ...(parts.length > 0
      ? [`The budget will grow by Rs ${rupees(added)}: ${parts.join(', ')}.`]
      : []),
    ...(to === lastDay ? [] : [`The last day will be ${to} instead of ${lastDay}.`]),
    ...(approvers ? [`The approvers will be ${approvers.map(nameAndKey).join(', ')}.`] : []),
  ];
  return sentences.join(' ');
}
