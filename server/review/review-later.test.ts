// Winners are measured before the voucher is sent if a rule holds vouchers, and later if none does.
import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Database } from '../database/database.ts';
import { createReview } from './review-vouchers.job.ts';

const server = await testServer();
/** In the role of `deliver`. */
const database = openTestDatabase(server.databaseUrl, 4, 'inaam_deliver');
afterAll(async () => {
  await database.end();
  await server.close();
});

function reviewOf(pool: Database) {
  const { campaign, keys, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  return createReview({ database: pool, campaign, keys, clocks });
}

/** @returns the message's id */
async function win(device: Shopper): Promise<string> {
  await device.verify(newMobile(), 'Tamil Nadu');
  await device.call('getReward', {});
  const { rows } = await server.database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' order by owed_at desc, id desc limit 1`,
  );
  return rows[0]?.id ?? '';
}

async function count(table: 'review_trace' | 'review_hold'): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    `select count(distinct pseudonym) as count from inaam.${table}`,
  );
  return Number(rows[0]?.count);
}

const setMode = (mode: 'off' | 'hold') =>
  server.database.query(
    `insert into inaam.review_rule (campaign, rule, mode, threshold, window_hours)
     values ($1, 'device', $2, 2, 24)
     on conflict (campaign, rule) do update set mode = excluded.mode`,
    [server.campaign.id, mode],
  );

test('winners are measured later and together while no rule holds, also those whose voucher was sent', async () => {
  const review = reviewOf(database);
  await review.measurePostponed();
  const [traces, holds] = [await count('review_trace'), await count('review_hold')];
  const device = new Shopper(server);
  const [first, second] = [await win(device), await win(device)];
  await review.before(first);
  await review.before(second);
  expect(await count('review_trace')).toBe(traces);
  await server.database.query(
    `update inaam.message set state = 'sent', sent_at = now() where id = $1`,
    [first],
  );
  // A rule set in the meantime holds later vouchers, not those that may have been sent.
  await setMode('hold');
  await review.measurePostponed();
  expect([await count('review_trace'), await count('review_hold')]).toEqual([traces + 2, holds]);

  await review.before(await win(device));
  expect([await count('review_trace'), await count('review_hold')]).toEqual([
    traces + 3,
    holds + 1,
  ]);
  await setMode('off');
});
