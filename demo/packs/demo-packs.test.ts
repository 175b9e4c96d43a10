import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shownPackCode } from '@inaam/contract/pack-code.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { demoPacks } from './demo-packs.ts';

test('each of the ten packs works once, and is struck out on the sheet from then on', async () => {
  const server = await testServer({
    change: (campaign) => ({ ...campaign, packs: { kind: 'unique', codes: 'made' } }),
  });
  onTestFinished(() => server.close());
  const options = { ...server, clocks: { wall: () => server.time.wall } };
  const packs = await demoPacks(options);
  const codes = (await packs?.unused(10)) ?? [];
  expect(new Set(codes).size).toBe(10);
  const app = Fastify();
  await packs?.addPage(app);
  const struckOut = async () => {
    const { body } = await app.inject('/demo/packs');
    expect(codes.filter((code) => body.includes(shownPackCode(code)))).toEqual(codes);
    return codes.filter((code) => body.includes(`<s>${shownPackCode(code)}</s><strong>Used`));
  };
  expect(await struckOut()).toEqual([]);
  const shopper = new Shopper(server);
  shopper.pack = codes[0];
  expect(await shopper.verify(newMobile())).toMatchObject({ status: 200 });
  expect(await struckOut()).toEqual(codes.slice(0, 1));
  const others = await app.inject('/demo/packs?from=1');
  expect(others.body).not.toContain('Used');
  expect(others.body).toContain(shownPackCode(codes[9] ?? ''));
  // A later start has the same batch.
  const again = await (await demoPacks(options))?.unused(10);
  expect(again?.slice(0, 9)).toEqual(codes.slice(1));
  const { packs: _, ...without } = server.campaign;
  expect(await demoPacks({ ...options, campaign: without })).toBeUndefined();
});
