import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { budgetErrors } from '@inaam/testing/server/database/database-queries.ts';
import { insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import type { TestServerOptions } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { readBudget } from './budgets.sql.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

type Change = NonNullable<TestServerOptions['change']>;

async function own(change: Change): Promise<TestServer> {
  const server = await testServer({ change });
  onTestFinished(() => server.close());
  return server;
}

const small: Change = (campaign) => ({
  ...campaign,
  programme: { from: '2025-07-01', to: '2025-07-02' },
  fixed: campaign.fixed.map((law) => ({ ...law, rewards: 3 })),
  draw: {
    ...campaign.draw,
    deck: { cards: { 3: 7, 5: 2, 10: 1 }, blocks: 2 },
    whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 },
  },
});

describe('the plan of a campaign that nobody has played', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ change: small });
  });
  afterAll(() => server.close());

  test('[CAM-3] at the start everything that the folder plans remains', async () => {
    const budget = await readBudget(server.database, server.campaign.id);
    expect(budget.map(({ pool, planned }) => [pool, planned])).toEqual([
      ['chance:3', 14],
      ['chance:5', 4],
      ['chance:10', 2],
      ['reserve:3', 5],
      ['fixed:Tamil Nadu:3', 3],
    ]);
    for (const row of budget) {
      expect(row).toMatchObject({ granted: 0, remaining: row.planned, promised: 0 });
    }
    expect(await budgetErrors(server.database)).toEqual([]);
  });

  test.each(['inaam_serve', 'inaam_operator', 'inaam_console', 'inaam_deliver'] as const)(
    '[CAM-3] %s does not edit the plan afterwards',
    async (role) => {
      const pool = openTestDatabase(server.databaseUrl, 1, role);
      onTestFinished(() => pool.end());
      for (const change of [
        'update inaam.budget set planned = planned + 1, remaining = remaining + 1',
        'update inaam.budget set granted = granted + 1, remaining = remaining - 1',
        'delete from inaam.budget',
        'update inaam.reward set amount = 10',
        `update inaam.head set cards = '{1, 1, 1}'`,
        'update inaam.head set blocks = blocks + 1',
        `update inaam.participation set promise = 'chance', draw_number = 7`,
        `update inaam.participation set state = 'Goa'`,
        `update inaam.commitment set document = '{}'`,
      ]) {
        await expect(pool.query(change), change).rejects.toThrow('permission denied');
      }
    },
  );

  test.each([
    'delete from inaam.budget',
    'truncate inaam.budget cascade',
    'delete from inaam.reward',
    'delete from inaam.commitment',
    'delete from inaam.law',
  ])('[CAM-3] not even the owner does so by mistake: %s', async (change) => {
    await expect(server.database.query(change)).rejects.toThrow('append-only');
  });
});

function insertReward(
  server: TestServer,
  pseudonym: Buffer | undefined,
  kind: string,
  amount: number,
  pool: string,
) {
  const isChance = kind === 'chance';
  return server.database.query(
    `insert into inaam.reward (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
     values ($1, $2, $3, $4, $5, $6, now(), '2025-07-01', $7)`,
    [server.campaign.id, pseudonym, amount, kind, isChance ? 0 : null, isChance ? 0 : null, pool],
  );
}

test('[CAM-1] the schema refuses a reward by chance for Tamil Nadu, even by raw SQL', async () => {
  const server = await own(small);
  const [participant] = await insertParticipants(server, 1, 'Tamil Nadu');
  await skipLedgerChecks(server.database);
  await expect(insertReward(server, participant, 'chance', 5, 'chance:5')).rejects.toThrow(
    'a reward by chance is forbidden in Tamil Nadu',
  );
  await expect(
    server.database.query('update inaam.law set is_chance_forbidden = false'),
  ).rejects.toThrow('append-only');
  await insertReward(server, participant, 'fixed', 3, 'fixed:Tamil Nadu:3');
  expect((await server.database.query('select kind from inaam.reward')).rows).toEqual([
    { kind: 'fixed' },
  ]);
});

describe('with a law from 1 to 2 July', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({
      change: (campaign) => ({
        ...campaign,
        fixed: campaign.fixed.map((law) => ({ ...law, from: '2025-07-01', until: '2025-07-02' })),
      }),
    });
    await skipLedgerChecks(server.database);
  });
  afterAll(() => server.close());

  test.each([
    ['2025-06-30', 'granted'],
    ['2025-07-01', 'refused'],
    ['2025-07-02', 'refused'],
    ['2025-07-03', 'granted'],
  ])('[CAM-1] a reward by chance on %s is %s', async (day, verdict) => {
    // Verified before the law began, and therefore with a card.
    const [participant] = await insertParticipants(server, 1, 'Tamil Nadu', {
      today: '2025-06-30',
    });
    const inserted = server.database.query(
      `insert into inaam.reward
         (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
       select campaign, pseudonym, 3, 'chance', draw_number, 0, now(), $3, 'chance:3'
       from inaam.participation where campaign = $1 and pseudonym = $2`,
      [server.campaign.id, participant, day],
    );
    if (verdict === 'refused') await expect(inserted).rejects.toThrow('forbidden in Tamil Nadu');
    else expect((await inserted).rowCount).toBe(1);
  });
});

test('[CAM-1] the schema allows chance where the fixed reward is the promoter’s choice', async () => {
  const server = await own((campaign) => ({
    ...campaign,
    fixed: campaign.fixed.map((law) => ({ ...law, from: '2025-07-01', chance: 'allowed' })),
  }));
  const before = { today: '2025-06-30' };
  const [participant] = await insertParticipants(server, 1, 'Tamil Nadu', before);
  await skipLedgerChecks(server.database);
  expect((await insertReward(server, participant, 'chance', 5, 'chance:5')).rowCount).toBe(1);
});

test('[CAM-3] the schema refuses a reward beyond its pool, of another pool, or of none', async () => {
  const server = await own(small);
  // Three are promised a fixed reward, five the reserve, and the last one nothing.
  const nine = await insertParticipants(server, 9, 'Tamil Nadu');
  await skipLedgerChecks(server.database);
  const last = nine.at(-1);
  // The rest of the budget is promised to others, who have not played yet.
  await expect(insertReward(server, last, 'fixed', 3, 'fixed:Tamil Nadu:3')).rejects.toThrow(
    'budget',
  );
  await expect(insertReward(server, nine[3], 'fixed', 3, 'fixed:Tamil Nadu:3')).rejects.toThrow(
    'a reward is what was promised',
  );
  for (const participant of nine.slice(0, 3))
    await insertReward(server, participant, 'fixed', 3, 'fixed:Tamil Nadu:3');
  await expect(insertReward(server, last, 'fixed', 3, 'fixed:Tamil Nadu:3')).rejects.toThrow(
    'budget',
  );
  await expect(insertReward(server, last, 'fixed', 5, 'fixed:Tamil Nadu:3')).rejects.toThrow(
    'foreign key',
  );
  await expect(insertReward(server, last, 'reserve', 3, 'fixed:Tamil Nadu:3')).rejects.toThrow(
    'foreign key',
  );
  await expect(insertReward(server, last, 'fixed', 3, 'fixed:Goa:3')).rejects.toThrow(
    'foreign key',
  );
  expect(await budgetErrors(server.database)).toEqual([]);
});
