import { expect, onTestFinished, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { followCampaign, areApproved } from './follow-campaign.ts';
import { makeApproverKey, openApproverKey } from '../platform/approver-key.ts';
import { signedText, type Approval } from '../draw/amendments/approval.rules.ts';
import type { DrawDocument } from '../draw/commitment.rules.ts';

test('[CAM-3] nothing new is granted while a deck that was changed is not approved, or cannot be checked', async () => {
  const approvers = { asha: 'aa'.repeat(32), ravi: 'bb'.repeat(32) };
  const { database, campaign, close } = await testServer({
    change: (folder) => ({ ...folder, draw: { ...folder.draw, approvers } }),
  });
  onTestFinished(close);
  const alarms: string[] = [];
  const follower = await followCampaign(database, campaign.id, {
    info: () => undefined,
    error: (_, sentence) => void alarms.push(sentence),
  });
  // Only this test polls.
  follower.stop();
  const look = async () => {
    await follower.look();
    return { isPaused: follower.isPaused(), alarms: alarms.splice(0) };
  };
  const fine = { isPaused: false, alarms: [] };
  expect(await look()).toEqual(fine);

  // Inserts it as the tables' owner, without an amendment.
  const unsigned = expect.stringContaining('not signed by two approvers');
  await database.query('alter table inaam.head disable trigger user');
  await database.query('update inaam.head set last_day = last_day + 60');
  expect(await look()).toEqual({ isPaused: true, alarms: [unsigned] });
  await database.query('update inaam.head set last_day = last_day - 60');
  expect(await look()).toEqual(fine);

  await database.query('update inaam.head set blocks = blocks + 1');
  await database.query('alter table inaam.budget rename to missing');
  const unchecked = expect.stringContaining('could not be checked');
  expect(await look()).toEqual({ isPaused: true, alarms: [unchecked] });
  // It retries, and logs the problem once.
  expect(await look()).toEqual({ isPaused: true, alarms: [] });
  await database.query('alter table inaam.missing rename to budget');
  expect(await look()).toEqual({ isPaused: true, alarms: [unsigned] });
  await database.query('update inaam.head set blocks = blocks - 1');
  expect(await look()).toEqual(fine);
});

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
