import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localCards } from './cards/open-draw.ts';
import { rewardRulesOf } from './promise.rules.ts';
import { chainedHash } from './ledger.rules.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  budgetErrors,
  countRows,
  readDeck,
  readLedger,
  countMessages,
  waitUntilBlocked,
} from '@inaam/testing/server/database/database-queries.ts';
import { claimsOf, insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { readCommitment } from './commitments.sql.ts';
import { transaction } from '../database/database.ts';
import { grantRewards } from './grants.sql.ts';
import { lockHead } from './ledger.sql.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

/** Two blocks of 10 cards and a reserve of 5: small enough to reach every limit. */
const small = (draw: ServerCampaign['draw']): ServerCampaign['draw'] => ({
  ...draw,
  deck: { cards: { 3: 7, 5: 2, 10: 1 }, blocks: 2 },
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 },
});

let server: TestServer;
beforeEach(async () => {
  server = await testServer({
    connections: 10,
    change: (campaign) => ({ ...campaign, draw: small(campaign.draw) }),
  });
});
afterEach(() => server.close());

function grantsOf({ database, campaign }: TestServer) {
  const readCards = localCards(database, campaign.id, testSecrets.draw);
  return grantRewards(database, campaign.id, rewardRulesOf(campaign), readCards);
}
const claims = (pseudonyms: readonly Buffer[]) => claimsOf(server.database, pseudonyms);

/** Recomputes the hash chain from its first entry. */
async function assertChain(): Promise<void> {
  const commitment = await readCommitment(server.database, server.campaign.id);
  let previous: Uint8Array = Buffer.from(commitment?.hash ?? '', 'hex');
  for (const [at, entry] of (await readLedger(server)).entries()) {
    expect(Number(entry.number)).toBe(at);
    previous = chainedHash(previous, entry.content);
    expect(Buffer.from(previous)).toEqual(entry.hash);
  }
}

test.each([
  [1, null],
  [2, 'daily'],
  [3, null],
] as const)(
  '[CAM-2][CAM-3][CAM-6] any batches with duplicates on any day (seed %i, pacing %s) grant one reward each and owe one voucher, with exact blocks and pools at each step and an unbroken chain',
  async (seed, pacing) => {
    await server.close();
    server = await testServer({
      change: (campaign) => ({
        ...campaign,
        programme: { from: '2025-07-01', to: '2025-07-02' },
        fixed: campaign.fixed.map((law) => ({ ...law, rewards: 3 })),
        draw: { ...small(campaign.draw), pacing },
      }),
    });
    const { database } = server;
    // 31 people for 20 cards, 5 of the reserve and 3 fixed rewards.
    const pseudonyms = [
      ...(await insertParticipants(server, 25, 'Goa')),
      ...(await insertParticipants(server, 6, 'Tamil Nadu')),
    ];
    const grant = grantsOf(server);
    const someSteps = fc.array(
      fc.record({
        who: fc.array(fc.nat(30), { minLength: 1, maxLength: 9 }),
        today: fc.constantFrom('2025-07-01', '2025-07-02', '2025-07-03'),
      }),
      { minLength: 8, maxLength: 14 },
    );
    const [steps = []] = fc.sample(someSteps, { seed, numRuns: 1 });
    const answers = new Map<number, Set<number>>();
    for (const { who, today } of [
      ...steps,
      { who: pseudonyms.map((_, at) => at), today: '2025-07-03' },
    ]) {
      const asked = who.flatMap((at) => pseudonyms[at] ?? []);
      for (const [at, result] of (await grant(await claimsOf(database, asked, today))).entries()) {
        expect(result.status).toBe('fulfilled');
        const amount = result.status === 'fulfilled' ? result.value.amount : undefined;
        const person = who[at] ?? -1;
        if (amount === undefined) expect(answers.has(person)).toBe(false);
        else answers.set(person, (answers.get(person) ?? new Set()).add(amount));
      }
      expect(await budgetErrors(database)).toEqual([]);
    }
    expect(answers.size).toBe(28);
    for (const given of answers.values()) expect(given.size).toBe(1);
    expect(await countRows(database, 'reward')).toBe(28);
    expect(await countMessages(server, 'voucher')).toBe(28);
    expect(await readDeck(server)).toMatchObject({
      remaining: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      left: {
        'reserve:3': 0,
        'fixed:Tamil Nadu:3': 0,
        'chance:3': 0,
        'chance:5': 0,
        'chance:10': 0,
      },
      nextDraw: 20,
    });
    await assertChain();
  },
);

test('[CAM-3] 40 simultaneous claims from two pools get exactly the last cards, and the rest from the reserve', async () => {
  const all = await claims(await insertParticipants(server, 40, 'Goa'));
  const other = openTestDatabase(server.databaseUrl, 10);
  try {
    const grants = [grantsOf(server), grantsOf({ ...server, database: other })];
    const results = await Promise.all(
      all.flatMap((claim) => grants.map((grant) => grant.one(claim))),
    );
    const amounts = results.map((result) => result.amount);
    const given = amounts.filter((amount) => amount !== undefined);
    expect(given).toHaveLength(2 * 25);
    for (const [amount, count] of [
      [10, 2],
      [5, 4],
      [3, 19],
    ] as const) {
      expect(given.filter((each) => each === amount)).toHaveLength(2 * count);
    }
    expect(await readDeck(server)).toMatchObject({
      remaining: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      left: { 'reserve:3': 0 },
    });
    await assertChain();
  } finally {
    await other.end();
  }
});

test('[CAM-1] the state is that of the first verification, whatever is registered or edited later', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile, 'Tamil Nadu');
  await shopper.call('editDetails', {
    name: 'Asha',
    state: 'Goa',
    city: 'Panaji',
    gender: 'male',
    age: '30',
  });
  server.time.wall += 61_000;
  expect((await shopper.verify(mobile, 'Goa')).resp).toMatchObject({ fromTN: 1 });
  expect((await shopper.call('getReward')).resp).toMatchObject({ winType: 3 });
  expect(await readDeck(server)).toMatchObject({ nextDraw: 0 });
});

test('[SES-6] a mobile without its reward may verify again and spin; with it, its own device is refused', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile);
  server.time.wall += 61_000;
  const second = new Shopper(server);
  await second.verify(mobile);
  const reward = await second.call('getReward');
  expect((await shopper.call('getReward')).resp).toEqual(reward.resp);
  server.time.wall += 61_000;
  const refusal = {
    status: 409,
    resp: {
      messageId: 'participationLimit',
      message: expect.stringMatching(/voucher is on its way to that phone by SMS/),
    },
  };
  expect(await shopper.register(mobile)).toMatchObject(refusal);
  expect(await second.register(mobile)).toMatchObject(refusal);
});

test('[CAM-2] the schema refuses a second reward, a fixed one with a draw number and a chance one without', async () => {
  const [first, second, third] = await insertParticipants(server, 3, 'Goa');
  await skipLedgerChecks(server.database);
  const insert = (
    pseudonym: Buffer | undefined,
    kind: string,
    draw: number | null,
    block: number | null,
  ) =>
    server.database.query(
      `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
       values ($1, $2, 3, $3, $4, $5, now(), '2025-07-01', $6)`,
      [
        server.campaign.id,
        pseudonym,
        kind,
        draw,
        block,
        kind === 'fixed' ? 'fixed:Tamil Nadu:3' : 'chance:3',
      ],
    );
  await insert(first, 'chance', 0, 0);
  await expect(insert(first, 'chance', 1, 0)).rejects.toThrow('reward_pkey');
  await expect(insert(second, 'chance', 0, 0)).rejects.toThrow('draw_number');
  await expect(insert(second, 'chance', 2, 0)).rejects.toThrow('a reward is what was promised');
  await insert(third, 'chance', 2, 0);
  await expect(insert(second, 'fixed', 1, 0)).rejects.toThrow('check');
  await expect(insert(second, 'chance', null, null)).rejects.toThrow('check');
  await expect(
    server.database.query('update inaam.deck set remaining = array[7, 2, -1] where block = 0'),
  ).rejects.toThrow('deck_remaining_check');
});

test('the ledger refuses updates and deletions', async () => {
  await insertParticipants(server, 1, 'Goa');
  for (const change of [
    'delete from inaam.ledger',
    `update inaam.ledger set content = ''`,
    'truncate inaam.ledger',
  ]) {
    await expect(server.database.query(change)).rejects.toThrow('append-only');
  }
});

test('[CAM-2] a claim that waited for the head answers the reward that was granted meanwhile', async () => {
  const { database, campaign } = server;
  const [participant, other] = await insertParticipants(server, 2, 'Goa');
  if (!participant || !other) throw new Error('nobody was enrolled');
  const both = await claims([participant, other]);
  await skipLedgerChecks(database);
  const granted = await transaction(database, async (connection) => {
    await lockHead(connection, campaign.id);
    const claimed = grantsOf(server)(both);
    await waitUntilBlocked(database);
    await connection.query(
      `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
       values ($1, $2, 3, 'reserve', now(), '2025-07-01', 'reserve:3')`,
      [campaign.id, participant],
    );
    return { claimed };
  });
  expect(await granted.claimed).toMatchObject([
    { status: 'fulfilled', value: { amount: 3 } },
    { status: 'fulfilled', value: { newKind: 'chance' } },
  ]);
  const { rows } = await database.query(
    'select kind, draw_number, block from inaam.reward order by kind',
  );
  expect(rows).toEqual([
    { kind: 'chance', draw_number: '1', block: 0 },
    { kind: 'reserve', draw_number: null, block: null },
  ]);
});
