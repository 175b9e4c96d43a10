// Actions that cost money need two people (docs/decisions/0034): proposer and confirmer sign the
// same text.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../canonical.rules.ts';

/** `key`: an Ed25519 public key, 32 bytes in hex. */
export type Approver = { key: string; name: string };

/**
 * The verifiers accept the same lists: 2 to 12 approvers sorted by name, each with a different key.
 */
export function isApproverList(approvers: readonly Approver[]): boolean {
  const names = approvers.map(({ name }) => name);
  const keys = new Set(approvers.map(({ key }) => key));
  return (
    names.length >= 2 &&
    names.length <= 12 &&
    keys.size === names.length &&
    names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name) &&
    names.every((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name)) &&
    approvers.every(({ key }) => /^[0-9a-f]{64}$/.test(key))
  );
}

export type Amendment = {
  /** Blocks added to the deck, each with the cards of a committed block. */
  blocks: number;
  /** Rewards added to each fixed reward, in the order of the document's `fixed`. */
  fixed: readonly number[];
  /** Rewards added to the reserve. */
  reserve: number;
  /** The new last day. */
  to: string;
};

/** `approvers`: the new ones; null: unchanged. */
type AmendedAction = Amendment & { kind: 'amended'; approvers: readonly Approver[] | null };

export type Action =
  | AmendedAction
  /** Withdraws at most `codes` free codes of a batch. */
  | { kind: 'withdrawn'; batch: number; codes: number }
  /** Records that a voucher was paid by other means. */
  | { kind: 'settled'; message: string };

export type Proposal<Of extends Action = Action> = {
  action: Of;
  /** Hash of the last amendment or of the commitment. Another amendment makes the proposal void. */
  after: string;
  campaign: string;
  /** For example `campaign supplement`. */
  command: string;
  /** The last minute in which it may be executed. */
  expires: string;
  /** 16 random bytes in hex. */
  id: string;
  reasonSha256: string;
};

export type AmendmentProposal = Proposal<AmendedAction>;

export type ApproverSignature = { by: string; signature: string };

/** What an amendment's ledger entry records about the two approvers. */
export type Approval = Pick<Proposal, 'command' | 'expires' | 'id' | 'reasonSha256'> & {
  approvers: readonly Approver[] | null;
  signatures: readonly ApproverSignature[];
};

export const signedText = (proposal: Proposal): string =>
  `inaam-approval-1|${canonicalJson(proposal)}`;

export const reasonHash = (reason: string): string => bytesToHex(sha256(utf8ToBytes(reason)));

type Circumstances = {
  approvers: readonly Approver[];
  /** The present value of `after`, as in `Proposal`. */
  after: string;
  /** The present minute in real time. */
  now: string;
  isSignature: (key: string, text: string, signature: string) => boolean;
};

export type ApprovalFault = 'expired' | 'void' | 'unknownSigner' | 'wrongSignature' | 'onePerson';

/** Why the signatures do not hold for this proposal now; undefined if they do. */
export function signatureFault(
  proposal: Proposal,
  signatures: readonly ApproverSignature[],
  { approvers, after, now, isSignature }: Circumstances,
): ApprovalFault | undefined {
  if (proposal.after !== after) return 'void';
  if (now > proposal.expires) return 'expired';
  const text = signedText(proposal);
  for (const { by, signature } of signatures) {
    const approver = approvers.find(({ name }) => name === by);
    if (!approver) return 'unknownSigner';
    if (!isSignature(approver.key, text, signature)) return 'wrongSignature';
  }
  return undefined;
}

/** Why a proposal may not be executed; undefined if two approvers have signed it. */
export function approvalFault(
  proposal: Proposal,
  signatures: readonly ApproverSignature[],
  circumstances: Circumstances,
): ApprovalFault | undefined {
  const [one, two, ...others] = signatures;
  if (!one || !two || others.length > 0 || one.by === two.by) return 'onePerson';
  return signatureFault(proposal, signatures, circumstances);
}

/** Who may approve the next amendment, and which entry it follows. */
export type ApprovalState = { approvers: readonly Approver[] | undefined; after: string };

/** `earlier`: all previous states, from the commitment on. */
export type ApprovalHistory = ApprovalState & { earlier: readonly ApprovalState[] };

type AmendedFields = Amendment & {
  approval?: Approval | undefined;
  at: string;
  campaign: string;
};

/** Why an amendment's entry lacks two valid signatures; undefined if it has them. */
export function entryApprovalFault(
  { approval, at, campaign, ...amended }: AmendedFields,
  { approvers, after }: ApprovalState,
  isSignature: Circumstances['isSignature'],
): ApprovalFault | undefined {
  if (!approval || !approvers) return approval || approvers ? 'onePerson' : undefined;
  const { signatures, command, expires, id, reasonSha256 } = approval;
  const { blocks, fixed, reserve, to } = amended;
  const amendment = { blocks, fixed, reserve, to };
  const action = { kind: 'amended', approvers: approval.approvers, ...amendment } as const;
  const proposal = { action, after, campaign, command, expires, id, reasonSha256 };
  return approvalFault(proposal, signatures, { approvers, after, now: at, isSignature });
}

/** @param hash of the amendment's entry */
export const stateAfter = (
  { approvers }: ApprovalState,
  { approval, hash }: { approval?: Approval | undefined; hash: string },
): ApprovalState => ({ approvers: approval?.approvers ?? approvers, after: hash });

/**
 * Replays the amendments in ledger order.
 * @returns undefined if one is not an amendment, or was not signed by two approvers in force
 */
export function followApprovals(
  committed: ApprovalState,
  amendments: readonly { entry: AmendedFields | undefined; hash: string }[],
  isSignature: Circumstances['isSignature'],
): ApprovalHistory | undefined {
  const earlier: ApprovalState[] = [];
  let state = committed;
  for (const { entry, hash } of amendments) {
    if (!entry || entryApprovalFault(entry, state, isSignature)) return undefined;
    earlier.push(state);
    state = stateAfter(state, { approval: entry.approval, hash });
  }
  return { ...state, earlier };
}
