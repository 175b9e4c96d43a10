// Of a campaign where a number takes part several times, and is asked a question each time.
import { afterAll, expect, test } from 'vitest';
import { claimsServer } from '@inaam/testing/server/campaign/claims.ts';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import { countDirectly } from '@inaam/testing/server/figures/direct-counts.ts';
import { questionOf, tea } from '@inaam/testing/server/shopper/asked-shopper.ts';
import { newMobile, type Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { indianDay } from '../platform/period.rules.ts';
import { readExportedRows } from './exported-rows.sql.ts';
import { readOverview } from './read-overview.call.ts';
import { countFacts } from './rollups.sql.ts';

const server = await claimsServer({ perDay: 3, inAll: 3 }, tea);
server.time.campaign = Date.parse('2026-02-01T06:00:00Z');
const delivering = openTestDatabase(server.databaseUrl, 2, 'inaam_deliver');
afterAll(() => server.close());
afterAll(() => delivering.end());

async function answer(shopper: Shopper, isRight: boolean) {
  const { question, right } = await questionOf(shopper);
  const { questionId } = question;
  const selectedAnswer = isRight ? right : (right + 1) % 2;
  const answered = await shopper.call('answerQuestion', { questionId, selectedAnswer });
  expect(answered).toMatchObject({ status: 200, resp: { isRight } });
}

/** How many rows of an export have these values. */
async function exported(table: string, values: object): Promise<number> {
  const all = { from: 0, until: 1e14, campaignAheadMs: 0 };
  const operator = openTestDatabase(server.databaseUrl, 1, 'inaam_operator');
  const rows = [];
  for await (const page of readExportedRows(operator, table, tea.id, all)) rows.push(...page);
  await operator.end();
  return rows.filter((row) => Object.entries(values).every(([name, value]) => row[name] === value))
    .length;
}

test('people, participations, rewards and bonuses are counted apart', async () => {
  const { claim, database, campaign, time } = server;
  const often = newMobile();
  const first = await claim(often);
  await answer(first, true);
  await answer(await claim(often), false);
  // Asked, and left.
  await questionOf(await claim(often));
  await claim(newMobile());
  const { rows } = await database.query<{ kind: string; rupees: number }>(
    `select kind = 'bonus' as kind, sum(amount)::integer as rupees from inaam.reward group by 1 order by 1`,
  );
  const rupees = rows.reduce((sum, row) => sum + row.rupees, 0);
  // Visits are written once a second.
  await expect.poll(() => countRows(database, 'visit')).toBe(4);
  await countFacts(delivering, campaign.id, time.wall);
  const day = indianDay(time.wall);
  const clocks = { wall: () => time.wall, campaign: () => time.wall };
  const read = (filter?: { state: string }) =>
    readOverview(
      { database: delivering, campaign, clocks, smsPaise: 25 },
      { from: day, until: day, filter },
    );
  const counts = { verified: 2, claims: 4, rewarded: 4, asked: 3, bonuses: 1, wrong: 1, rupees };
  const overview = await read();
  expect(overview).toMatchObject({
    hasClaims: true,
    hasReceipts: false,
    total: { numbers: 2, codes: 4, ...counts },
    sms: { verifiedPerCode: 1 },
  });
  expect((await read({ state: 'Goa' })).total).toMatchObject(counts);
  const { total } = await countDirectly(database, campaign.id, { from: 0, until: 1e14 });
  expect(total).toMatchObject(overview.total);
  const pools = overview.bonuses?.pools ?? [];
  const planned = pools.reduce((sum, pool) => sum + pool.planned, 0);
  // A right answer has taken a place, and an open question keeps one.
  expect(pools.reduce((sum, pool) => sum + pool.left, 0)).toBe(planned - 2);
  expect(await exported('questions', {})).toBe(counts.asked);
  expect(await exported('questions', { is_right: 'true' })).toBe(counts.bonuses);
  expect(await exported('questions', { is_right: null })).toBe(1);
  expect(await exported('rewards', { kind: 'bonus' })).toBe(counts.bonuses);
  expect(await exported('verifications', { claim: 1 })).toBe(counts.verified);
});
