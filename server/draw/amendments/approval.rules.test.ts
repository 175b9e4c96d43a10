import { expect, test } from 'vitest';
import { approvalFault, signatureFault, signedText, type Proposal } from './approval.rules.ts';

const approvers = ['asha', 'meera', 'ravi'].map((name) => ({ key: `key of ${name}`, name }));
const proposal: Proposal = {
  action: { kind: 'amended', approvers: null, blocks: 2, fixed: [0], reserve: 0, to: '2025-09-15' },
  after: 'aa',
  campaign: 'tea',
  command: 'campaign supplement',
  expires: '2025-07-02T10:00Z',
  id: '01',
  reasonSha256: 'bb',
};
/** A stand-in for Ed25519 that signs with the key's name. */
const isSignature = (key: string, text: string, signature: string) =>
  signature === `${key}:${text}`;
const by = (name: string, of: Proposal = proposal) => ({
  by: name,
  signature: `key of ${name}:${signedText(of)}`,
});
const now = { approvers, after: 'aa', now: '2025-07-02T10:00Z', isSignature };
const other = { ...proposal, action: { ...proposal.action, blocks: 3 } };

test.each([
  ['two of them', [by('asha'), by('ravi')], {}, undefined],
  ['two others', [by('ravi'), by('meera')], {}, undefined],
  ['a minute late', [by('asha'), by('ravi')], { now: '2025-07-02T10:01Z' }, 'expired'],
  ['after another amendment', [by('asha'), by('ravi')], { after: 'cc' }, 'void'],
  ['one', [by('asha')], {}, 'onePerson'],
  ['nobody', [], {}, 'onePerson'],
  ['one, twice', [by('asha'), by('asha')], {}, 'onePerson'],
  ['three', [by('asha'), by('ravi'), by('meera')], {}, 'onePerson'],
  ['one in the name of another', [by('asha'), { ...by('asha'), by: 'ravi' }], {}, 'wrongSignature'],
  ['an unknown person', [by('asha'), by('zoya')], {}, 'unknownSigner'],
  ['two, when nobody may', [by('asha'), by('ravi')], { approvers: [] }, 'unknownSigner'],
  ['two, one for something else', [by('asha'), by('ravi', other)], {}, 'wrongSignature'],
  ['two, for something else', [by('asha', other), by('ravi', other)], {}, 'wrongSignature'],
])('[CAM-3] a proposal that was signed by %s', (_, signatures, more, fault) => {
  expect(approvalFault(proposal, signatures, { ...now, ...more })).toBe(fault);
});

test('[CAM-3] who proposes signs alone, and before another can confirm', () => {
  expect(signatureFault(proposal, [by('asha')], now)).toBeUndefined();
  expect(signatureFault(other, [by('asha')], now)).toBe('wrongSignature');
});
