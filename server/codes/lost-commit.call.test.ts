// The database connection is cut after the commit is sent and before its answer. The outcome is
// unknown, and repeating the call must give the same answer (reliability F5).
import { afterAll, expect, test } from 'vitest';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import { countRows } from '@inaam/testing/server/database/database-queries.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';

const { url, drop } = await testDatabase();
const proxy = await startFaultProxy(url);
const server = await serverOnDatabase({ url: proxy.url, drop });
afterAll(async () => {
  await server.close();
  await proxy.close();
});

test('what was committed without an answer is done once, and answered when asked again', async () => {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.register(mobile);
  const code = await shopper.code(mobile);

  let committed = proxy.loseAnswerToCommit();
  expect(await shopper.verifyWith(code)).toMatchObject({ status: 503 });
  await committed;
  expect(await shopper.verifyWith(code)).toMatchObject({ status: 200 });

  committed = proxy.loseAnswerToCommit();
  expect(await shopper.call('getReward')).toMatchObject({ status: 503 });
  await committed;
  const rows = async () => ({
    participants: await countRows(server.database, 'participant'),
    rewards: await countRows(server.database, 'reward'),
    entries: await countRows(server.database, 'ledger'),
  });
  const after = { participants: 1, rewards: 1, entries: 2 };
  expect(await rows()).toEqual(after);
  const first = await shopper.call('getReward');
  expect(first).toMatchObject({ status: 200 });
  expect((await shopper.call('getReward')).resp['winType']).toBe(first.resp['winType']);
  expect(await rows()).toEqual(after);
});
