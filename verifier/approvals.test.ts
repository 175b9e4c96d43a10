// If the document names approvers, two of them must sign each amendment.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  commitmentOf,
  documentOf,
  generateEntries,
  inOrder,
  smallPlan,
  type Entry,
  type Plan,
  type SignedApproval,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, verdictOf } from '@inaam/testing/verifier/published-files.ts';

const people = ['asha', 'meera', 'ravi', 'zoya'].map((name) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return { name, key, privateKey };
});
const [asha, meera, ravi, zoya] = people.map(({ name, key }) => ({ key, name }));
const privateKeyOf = (name: string) => people.find((one) => one.name === name)?.privateKey;
if (!asha || !meera || !ravi || !zoya) throw new Error('four people are needed');

const plan: Plan = { ...smallPlan, approvers: [asha, meera, ravi] };
const document = documentOf(plan);
const more = { number: 12, blocks: 3, fixed: [15], reserve: 10, to: '2025-05-15' };
const again = { ...more, number: 20, blocks: 1 };
const late = '2025-05-31T00:00Z';

type Signing = Partial<Omit<SignedApproval, 'signatures'>> & {
  by?: readonly string[];
  /** What is signed instead. */
  signed?: Entry;
  after?: string;
  key?: KeyObject;
};

/** Signs each amendment, as the two people would. */
function approved(entries: readonly Entry[], signings: readonly Signing[], of = document): Entry[] {
  const done: Entry[] = [];
  let after = commitmentOf(of).toString('hex');
  let place = 0;
  for (const entry of entries) {
    if (entry['kind'] !== 'amended') {
      done.push(entry);
      continue;
    }
    done.push({ ...entry, approval: approvalOf(entry, after, signings[place]) });
    place += 1;
    after = JSON.parse(publish({ document: of, entries: done }).head).hash;
  }
  return done;
}

function approvalOf(entry: Entry, hash: string, signing: Signing = {}): SignedApproval {
  const { by = ['asha', 'ravi'], signed, after = hash, key, ...changed } = signing;
  const fields = {
    approvers: null,
    command: 'campaign supplement',
    expires: late,
    id: 'ab'.repeat(16),
    reasonSha256: createHash('sha256').update('more budget').digest('hex'),
    ...changed,
  };
  const { approvers, ...rest } = fields;
  const { blocks, campaign, fixed, kind, reserve, to } = { ...entry, ...signed };
  const action = { approvers, blocks, fixed, kind, reserve, to };
  const text = `inaam-approval-1|${inOrder({ ...rest, action, after, campaign })}`;
  const signatures = by.map((name) => {
    const own = key ?? privateKeyOf(name);
    if (!own) throw new Error(`${name} has no key`);
    return { by: name, signature: sign(null, Buffer.from(text), own).toString('hex') };
  });
  return { ...fields, signatures };
}

const entriesOf = (of: Plan = plan, amendments = [more], most = 30) => [
  ...generateEntries(of, most, 1, amendments),
];
const filesOf = (entries: readonly Entry[], of = document) => publish({ document: of, entries });

async function messageOf(entries: readonly Entry[], of = document): Promise<string> {
  const verdict = await verdictOf(filesOf(entries, of));
  return verdict.valid ? 'valid' : verdict.fault.message;
}

test('[CAM-3] both verifiers follow amendments that two approvers have signed', async () => {
  const entries = approved(entriesOf(plan, [more, again]), [{}, { by: ['meera', 'asha'] }]);
  expect(await verdictOf(filesOf(entries))).toMatchObject({
    valid: true,
    amended: 2,
    approvers: ['asha', 'meera', 'ravi'],
  });
});

const other = generateKeyPairSync('ed25519').privateKey;
test.each<[string, Signing, string]>([
  ['by one person twice', { by: ['asha', 'asha'] }, 'the signers must be two people, but is one'],
  ['by nobody the document names', { by: ['asha', 'zoya'] }, 'a signer must be one of'],
  ['with another key', { key: other }, 'the signature of asha must be of this amendment'],
  ['for fewer blocks', { signed: { blocks: 2 } }, 'the signature of asha must be'],
  ['for another last day', { signed: { to: '2025-05-14' } }, 'the signature of asha must be'],
  ['for another campaign', { signed: { campaign: 'tea' } }, 'the signature of asha must be'],
  ['after another amendment', { after: 'cd'.repeat(32) }, 'the signature of asha must be'],
  ['too early', { expires: '2025-05-01T00:00Z' }, "no later than the proposal's end, 2025-05-01"],
  [
    'by one person',
    { by: ['asha'] },
    'approval must be of the form in docs/reference/draw-format.md',
  ],
  [
    'by three',
    { by: ['asha', 'meera', 'ravi'] },
    'approval must be of the form in docs/reference/draw-format.md',
  ],
])('[CAM-3] both verifiers refuse an amendment signed %s', async (_, signing, message) => {
  expect(await messageOf(approved(entriesOf(), [signing]))).toContain(message);
});

test('[CAM-3] the secret alone, without two signatures, amends nothing', async () => {
  const there = 'approval must be there, because the document names approvers, but is missing.';
  expect(await messageOf(entriesOf())).toBe(`Line 13 of the ledger: ${there}`);
  const plain = documentOf(smallPlan);
  const signed = approved(entriesOf(smallPlan), [{}], plain);
  const missing =
    'approval must be missing, because the document names no approvers, but is there.';
  expect(await messageOf(signed, plain)).toBe(`Line 13 of the ledger: ${missing}`);
});

test('[CAM-3] what two people signed once cannot be used again', async () => {
  const entries = approved(entriesOf(plan, [more, { ...more, number: 20 }]), [{}, {}]);
  const first = entries.find(({ kind }) => kind === 'amended')?.['approval'] ?? '';
  const replayed = entries.map((entry) =>
    entry['number'] === 20 ? { ...entry, approval: first } : entry,
  );
  expect(await messageOf(entries)).toBe('valid');
  expect(await messageOf(replayed)).toContain('Line 21 of the ledger: the signature of asha');
});

test('[CAM-3] who is replaced signs no more, and who is named instead does', async () => {
  const replacing = { ...more, blocks: 0, fixed: [0], reserve: 0 };
  const entries = entriesOf(plan, [replacing, again]);
  const rotation = { approvers: [meera, zoya], command: 'approvals replace' };
  expect(await messageOf(approved(entries, [rotation, {}]))).toContain('a signer must be one of');
  const after = approved(entries, [rotation, { by: ['zoya', 'meera'] }]);
  const verdict = await verdictOf(filesOf(after));
  expect(verdict).toMatchObject({ valid: true, approvers: ['meera', 'zoya'] });
  const twice = { ...rotation, approvers: [meera, { ...meera, name: 'zoya' }] };
  expect(await messageOf(approved(entriesOf(plan, [replacing]), [twice]))).toContain('of the form');
});

test.each([
  ['one approver', [asha]],
  ['one key of two people', [asha, { ...asha, name: 'zoya' }]],
  ['one name twice', [asha, { ...ravi, name: 'asha' }]],
  ['names in another order', [ravi, asha]],
  ['a key of half the length', [asha, { ...ravi, key: 'ab'.repeat(16) }]],
])('[CAM-3] both verifiers refuse a document with %s', async (_, approvers) => {
  const wrong = documentOf({ ...smallPlan, approvers });
  const expected = '2 to 12 names in ascending order, each with a different key';
  expect(await messageOf([], wrong)).toContain(`approvers must be ${expected}`);
});
