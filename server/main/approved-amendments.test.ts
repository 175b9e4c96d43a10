import { expect, test } from 'vitest';
import { makeApproverKey, openApproverKey } from '../platform/approver-key.ts';
import { signedText, type Approval } from '../draw/amendments/approval.rules.ts';
import type { DrawDocument } from '../draw/commitment.rules.ts';
import { areApproved } from './follow-campaign.ts';

const people = ['asha', 'ravi'].map((name) => {
  const { file, publicKey } = makeApproverKey('four words', 2);
  const key = openApproverKey(file, 'four words');
  if (typeof key === 'string') throw new Error(key);
  return { name, key: publicKey, sign: key.sign };
});
const document: DrawDocument = {
  approvers: people.map(({ name, key }) => ({ key, name })),
  campaign: 'tea',
  deck: { blocks: 10, cards: [7, 2, 1], denominations: [3, 5, 10] },
  draw: 'inaam-draw-2',
  fixed: [],
  pacing: null,
  programme: { from: '2025-05-06', to: '2025-09-15' },
  pseudonymKeySha256: '',
  secretPartsSha256: ['', ''],
  secretSha256: '',
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 },
};
const commitment = { document, hash: 'aa' };
const action = { blocks: 2, fixed: [], reserve: 4, to: '2025-09-15' };
const fields = { command: 'campaign supplement', expires: '2025-07-02T10:00Z', id: '01' };

function amendmentOf(signers = people) {
  const approved = { ...fields, reasonSha256: 'bb' };
  const text = signedText({
    ...approved,
    action: { kind: 'amended', approvers: null, ...action },
    after: 'aa',
    campaign: 'tea',
  });
  const signatures = signers.map(({ name, sign }) => ({ by: name, signature: sign(text) }));
  const approval: Approval = { ...approved, approvers: null, signatures };
  const entry = { ...action, approval, at: '2025-07-02T09:00Z', campaign: 'tea', number: 4 };
  return { content: JSON.stringify(entry), hash: 'cc' };
}

const committed = { 'chance:3': 70, 'chance:5': 20, 'chance:10': 10, 'reserve:3': 5 };
const amended = { 'chance:3': 84, 'chance:5': 24, 'chance:10': 12, 'reserve:3': 9 };
const before = { amendments: [], blocks: 10, lastDay: '2025-09-15', planned: committed };
const after = { amendments: [amendmentOf()], blocks: 12, lastDay: '2025-09-15', planned: amended };
const [asha = people[0]] = people;
if (!asha) throw new Error('nobody signs');
/** Names one approver, with the key of another. */
const forRavi = { ...asha, name: 'ravi' };

test.each([
  ['as committed', before, true],
  ['as two have signed', after, true],
  ['of which one has signed', { ...after, amendments: [amendmentOf([asha])] }, false],
  ['that one has signed twice', { ...after, amendments: [amendmentOf([asha, asha])] }, false],
  ['that is not JSON', { ...after, amendments: [{ content: 'x', hash: 'cc' }] }, false],
  ['that is no amendment', { ...after, amendments: [{ content: '{}', hash: 'cc' }] }, false],
  ['with a pool more', { ...after, planned: { ...amended, 'reserve:10': 9 } }, false],
  ['that one has signed for both', { ...after, amendments: [amendmentOf([asha, forRavi])] }, false],
  ['with more in the reserve', { ...after, planned: { ...amended, 'reserve:3': 900 } }, false],
  ['with more than was committed', { ...before, planned: amended }, false],
  ['with more blocks', { ...after, blocks: 13 }, false],
  ['with a later last day', { ...after, lastDay: '2025-12-31' }, false],
])('[CAM-3] books %s', (_, books, isApproved) => {
  expect(areApproved(commitment, books)).toBe(isApproved);
});
