// Erasure concurrent with calls: no call in progress restores its data.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { eraseNumber } from './number-changes.sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

function erase(mobile: string) {
  const { database, campaign, keys, time } = server;
  const operator = { by: 'asha', reason: 'asked for', at: time.wall };
  return eraseNumber(database, {
    campaign: campaign.id,
    mobileIndex: keys.mobileIndex(mobile),
    isForfeited: true,
    audit: { campaign: campaign.id, command: 'number erase', operator, details: {} },
  });
}

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
