import { expect, test } from 'vitest';
import { makeApproverKey, openApproverKey } from '../../platform/approver-key.ts';
import { reasonHash, signedText, type Proposal } from './approval.rules.ts';
import { checkProposal } from './read-proposal.ts';

const { file, publicKey } = makeApproverKey('four words', 2);
const key = openApproverKey(file, 'four words');
if (typeof key === 'string') throw new Error(key);
const { sign } = key;
const approvers = [
  { key: publicKey, name: 'asha' },
  { key: 'ab'.repeat(32), name: 'ravi' },
];
const state = { approvers, after: 'aa', earlier: [] };
const wall = Date.parse('2025-07-02T09:00:30Z');
const action = {
  kind: 'amended',
  approvers: null,
  blocks: 2,
  fixed: [0],
  reserve: 0,
  to: '2025-09-15',
} as const;
const proposal: Proposal = {
  action,
  after: 'aa',
  campaign: 'tea',
  command: 'campaign supplement',
  expires: '2025-07-03T09:00Z',
  id: '0a'.repeat(16),
  reasonSha256: reasonHash('more tea'),
};
const settled = { kind: 'settled', message: '7f4df2a2-5d5c-4f0a-9f3e-2b8f6a1f0c11' } as const;
const withdrawn = { kind: 'withdrawn', batch: 1, codes: 2 } as const;

function check(changed: Partial<Proposal>, reason = 'more tea') {
  const statement = signedText({ ...proposal, ...changed });
  const stored = { statement, reason, by: 'asha', signature: sign(statement) };
  return checkProposal({ ...stored, number: 1, at: wall, end: undefined }, 'tea', state, wall);
}

test.each<[string, Partial<Proposal>]>([
  ['a supplement', {}],
  ['a moved day', { command: 'campaign extend' }],
  ['an end', { command: 'campaign end' }],
  ['other approvers', { command: 'approvals replace', action: { ...action, approvers } }],
  ['a settled voucher', { command: 'deliveries settle', action: settled }],
  ['a withdrawn batch', { command: 'vouchers withdraw', action: withdrawn }],
  ['the longest time', { expires: '2025-07-09T09:00Z' }],
])('[CAM-3] what an approver proposes can be confirmed: %s', (_, changed) => {
  expect(check(changed)).toMatchObject({ problem: undefined });
});

// Otherwise one approver could write an entry that makes the ledger permanently invalid.
test.each<[string, Partial<Proposal>]>([
  ['an expiry that is no time', { expires: '9999' }],
  ['an expiry to the second', { expires: '2025-07-03T09:00:00Z' }],
  ['an expiry on no day', { expires: '2025-02-30T09:00Z' }],
  ['a short id', { id: 'x' }],
  ['an id in capitals', { id: '0A'.repeat(16) }],
  ['a command of long words', { command: `campaign ${'supplement'.repeat(2)}` }],
  ['a day of one digit', { action: { ...action, to: '2025-10-1' } }],
  ['a day that never comes', { action: { ...action, to: 'infinity' } }],
  ['the command of another action', { command: 'vouchers withdraw' }],
  ['an amendment as a settled voucher', { command: 'campaign supplement', action: settled }],
  ['approvers in a supplement', { action: { ...action, approvers } }],
  ['a replacement of nobody', { command: 'approvals replace' }],
])('[CAM-3] an approver cannot propose what is not of its form: %s', (_, changed) => {
  expect(check(changed)).toMatchObject({
    proposal: undefined,
    problem: expect.stringContaining('changed, or forged'),
  });
});

test('[CAM-3] nothing can be confirmed for longer than a week', () => {
  const { problem } = check({ expires: '2025-07-09T09:01Z' });
  expect(problem).toContain('more than 168 hours');
});

test('[CAM-3] a reason that turns the direction of text around is a forgery', () => {
  const reason = 'more \u202Etea';
  expect(check({ reasonSha256: reasonHash(reason) }, reason)).toMatchObject({
    proposal: undefined,
  });
});
