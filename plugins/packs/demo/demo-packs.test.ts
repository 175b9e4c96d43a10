import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { shownPackCode } from '../pack-code.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { packKeys } from '../server/pack-cipher.ts';
import { packs } from './demo-packs.ts';

test('each of the ten packs works once, and is struck out on the sheet from then on', async () => {
  const server = await testServer({
    change: (campaign) => ({ ...campaign, packs: { kind: 'unique', codes: 'made' } }),
  });
  onTestFinished(() => server.close());
  const options = { ...server, clocks: { wall: () => server.time.wall } };
  const part = await packs.open(options);
  const codes = Array.from({ length: 10 }, (_, serial) =>
    packKeys(server.keys, server.campaign.id).packCode({ key: 1, batch: 1, serial }),
  );
  expect(new Set(codes).size).toBe(10);
  const app = Fastify();
  part?.addPage(app, (reply, type, body) => reply.type(type).send(body));
  expect(await part?.link()).toBe(`&id=${codes[0] ?? ''}`);
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
  const again = await packs.open(options);
  expect(await again?.link()).toBe(`&id=${codes[1] ?? ''}`);
  const { packs: _, ...without } = server.campaign;
  expect(await packs.open({ ...options, campaign: without })).toBeUndefined();
});
