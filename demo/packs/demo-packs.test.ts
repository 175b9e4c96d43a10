import { expect, onTestFinished, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { demoPacks } from './demo-packs.ts';

test('each of the ten packs works once, and the next sheet has another in its place', async () => {
  const server = await testServer({
    change: (campaign) => ({ ...campaign, packs: { kind: 'unique', codes: 'made' } }),
  });
  onTestFinished(() => server.close());
  const options = { ...server, clocks: { wall: () => server.time.wall } };
  const packs = await demoPacks(options);
  const codes = (await packs?.unused(10)) ?? [];
  expect(new Set(codes).size).toBe(10);
  const shopper = new Shopper(server);
  shopper.pack = codes[0];
  expect(await shopper.verify(newMobile())).toMatchObject({ status: 200 });
  // A later start has the same batch.
  const again = await (await demoPacks(options))?.unused(10);
  expect(again?.slice(0, 9)).toEqual(codes.slice(1));
  const { packs: _, ...without } = server.campaign;
  expect(await demoPacks({ ...options, campaign: without })).toBeUndefined();
});
