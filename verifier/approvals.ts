// Two people for what costs money: what an amendment must contain if the document names approvers.
import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson, hasFields } from './canonical-json.ts';
import { isInstant } from './dates.ts';
import { Mismatch } from './mismatch.ts';

/** `key`: an Ed25519 public key, hex. */
export type Approver = { key: string; name: string };

export type Approval = {
  approvers: readonly Approver[] | null;
  command: string;
  expires: string;
  id: string;
  reasonSha256: string;
  signatures: readonly { by: string; signature: string }[];
};

/** The part of an amendment that an approval covers. */
type ApprovedEntry = {
  readonly approval: Approval | undefined;
  readonly at: string;
  readonly campaign: string;
  readonly blocks: number;
  readonly fixed: readonly number[];
  readonly reserve: number;
  readonly to: string;
};

const approversMax = 12;

export function isApproverList(value: unknown): value is Approver[] {
  if (!Array.isArray(value) || !value.every(isApprover)) return false;
  const names = value.map(({ name }) => name);
  const keys = new Set(value.map(({ key }) => key));
  const isAscending = names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name);
  return (
    names.length >= 2 && names.length <= approversMax && isAscending && keys.size === names.length
  );
}

const isApprover = (value: unknown): value is Approver =>
  hasFields(value, 'key, name') && isHex(value['key'], 64) && isName(value['name']);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9-]{0,31}$/.test(value);

const isHex = (value: unknown, digits: number): value is string =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value);

const isCommand = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{1,16} [a-z]{1,16}$/.test(value);

const isSignature = (value: unknown): value is Approval['signatures'][number] =>
  hasFields(value, 'by, signature') && isName(value['by']) && isHex(value['signature'], 128);

/** An entry's approval; undefined if it is malformed. */
export function approvalOf(value: unknown): Approval | undefined {
  if (!hasFields(value, 'approvers, command, expires, id, reasonSha256, signatures'))
    return undefined;
  const { approvers, command, expires, id, reasonSha256, signatures } = value;
  if (approvers !== null && !isApproverList(approvers)) return undefined;
  if (!isCommand(command) || !isInstant(expires) || !isHex(id, 32)) return undefined;
  if (!isHex(reasonSha256, 64) || !Array.isArray(signatures)) return undefined;
  if (signatures.length !== 2 || !signatures.every(isSignature)) return undefined;
  return { approvers, command, expires, id, reasonSha256, signatures };
}

/**
 * Checks that two of the current approvers have signed the amendment in time.
 * @param after the hash of the previous amendment, or the commitment, hex
 */
export function checkApproval(
  entry: ApprovedEntry,
  line: number,
  { approvers, after }: { approvers: readonly Approver[] | null; after: string },
): void {
  const { approval } = entry;
  const fail = (what: string, expected: string, found: string) => {
    throw new Mismatch({ line }, { what, expected, found });
  };
  if (!approval || !approvers) {
    if (approval) fail('approval', 'missing, because the document names no approvers', 'there');
    if (approvers) fail('approval', 'there, because the document names approvers', 'missing');
    return;
  }
  const { command, expires, id, reasonSha256, signatures } = approval;
  if (entry.at > expires) fail('at', `no later than the proposal's end, ${expires}`, entry.at);
  if (signatures[0]?.by === signatures[1]?.by) fail('the signers', 'two people', 'one');
  const { blocks, campaign, fixed, reserve, to } = entry;
  const action = { approvers: approval.approvers, blocks, fixed, kind: 'amended', reserve, to };
  const proposal = { action, after, campaign, command, expires, id, reasonSha256 };
  const text = Buffer.from(`inaam-approval-1|${canonicalJson(proposal)}`);
  for (const { by, signature } of signatures) {
    const approver = approvers.find(({ name }) => name === by);
    if (!approver) fail('a signer', 'one of the approvers in force', by);
    else if (!isSigned(approver.key, text, signature)) {
      fail(`the signature of ${by}`, 'of this amendment, with the key in force', 'another');
    }
  }
}

function isSigned(key: string, text: Buffer, signature: string): boolean {
  const x = Buffer.from(key, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, text, publicKey, Buffer.from(signature, 'hex'));
}
