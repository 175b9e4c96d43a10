// Erasure concurrent with calls: an erased number cannot claim twice, and no call in progress
// restores its data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows, readRewards } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { eraseNumber } from './number-changes.sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

function erase(mobile: string, isForfeited = true) {
  const { database, campaign, keys, time } = server;
  const operator = { by: 'asha', reason: 'asked for', at: time.wall };
  return eraseNumber(database, {
    campaign: campaign.id,
    mobileIndex: keys.mobileIndex(mobile),
    isForfeited,
    audit: { campaign: campaign.id, command: 'number erase', operator, details: {} },
  });
}

const rewardsOf = async (mobile: string) => {
  const index = server.keys.mobileIndex(mobile);
  return (await readRewards(server)).filter(({ mobileIndex }) => mobileIndex.equals(index));
};

test('after the erasure the session is over, and the number gets no second reward', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile, 'Tamil Nadu');
  expect((await shopper.call('getReward')).resp).toMatchObject({ winType: 3 });
  expect(await erase(mobile, false)).toBe('voucherOwed');
  expect(await erase(mobile)).toBe('erased');
  expect((await shopper.call('getReward')).status).toBe(401);
  expect((await shopper.read('getDetails')).status).toBe(401);

  server.time.wall += 61_000;
  const again = new Shopper(server);
  const registered = await again.register(mobile, 'Goa');
  if (registered.status === 200) await again.verifyWith(await again.code(mobile));
  await again.call('getReward');
  expect(await rewardsOf(mobile)).toMatchObject([{ amount: 3, state: 'Tamil Nadu' }]);
});

test('who erased before playing may come back: the state stays, and the reward is granted once', async () => {
  const mobile = newMobile();
  await new Shopper(server).verify(mobile, 'Tamil Nadu');
  expect(await erase(mobile)).toBe('erased');
  server.time.wall += 61_000;
  const again = new Shopper(server);
  expect((await again.verify(mobile, 'Goa')).resp).toMatchObject({ fromTN: 1 });
  expect((await again.call('getReward')).resp).toMatchObject({ winType: 3 });
  expect(await rewardsOf(mobile)).toHaveLength(1);
});

test('a code that is being verified while its number is erased leaves nothing behind', async () => {
  const before = await countRows(server.database, 'personal_data');
  const shoppers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const mobile = newMobile();
      const shopper = new Shopper(server);
      await shopper.register(mobile, 'Tamil Nadu');
      return { mobile, shopper, code: await shopper.code(mobile) };
    }),
  );
  const work = shoppers.flatMap(({ mobile, shopper, code }) => [
    shopper.verifyWith(code),
    erase(mobile),
  ]);
  await Promise.all(work);
  for (const { mobile } of shoppers) await erase(mobile);
  expect(await countRows(server.database, 'personal_data')).toBe(before);
  for (const { shopper } of shoppers) {
    expect((await shopper.call('getReward')).status).toBe(401);
  }
});
