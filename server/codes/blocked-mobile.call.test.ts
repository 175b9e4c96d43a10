import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const refused = { status: 403, resp: { statusCode: 403, messageId: 'invalidUser' } };
const profile = { name: 'Asha Rao', state: 'Kerala', city: 'Kochi', gender: 'female', age: '30' };

async function block(mobile: string): Promise<void> {
  await server.database.query(
    'update inaam.mobile_limits set blocked = true where mobile_index = $1',
    [server.keys.mobileIndex(mobile)],
  );
}

test('[API-1] a mobile blocked after verification gets invalidUser from each call', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile, 'Kerala');
  await block(mobile);
  expect(await shopper.call('getReward')).toMatchObject(refused);
  expect(await shopper.call('editDetails', profile)).toMatchObject(refused);
  const message = (await shopper.call('getReward')).resp['message'];
  expect(message).toContain('support@inaam.example');
});
