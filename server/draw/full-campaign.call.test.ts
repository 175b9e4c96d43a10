import { afterEach, expect, test } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { budgetErrors } from '@inaam/testing/server/database/database-queries.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

type Draw = Partial<ServerCampaign['draw']>;

/** Two days, two blocks of one card each, one fixed reward for Tamil Nadu. */
const shrunk = (draw: Draw) => ({
  change: (campaign: ServerCampaign): ServerCampaign => ({
    ...campaign,
    programme: { from: '2025-07-01', to: '2025-07-02' },
    fixed: campaign.fixed.map((law) => ({ ...law, rewards: 1 })),
    draw: { ...campaign.draw, deck: { cards: { 3: 1 }, blocks: 2 }, ...draw },
  }),
});
const tiny = (draw: Draw) => testServer(shrunk(draw));
const close: Draw = { whenDeckEnds: { kind: 'close' } };
const over = { status: 403, resp: { campaign: 'ended' } };

test('[CAM-3] a closing campaign admits only as many as it can pay, then answers that it has ended', async () => {
  server = await tiny(close);
  const early = new Shopper(server);
  const earlyMobile = newMobile();
  await early.register(earlyMobile);
  const [first, second] = [new Shopper(server), new Shopper(server)];
  await first.verify(newMobile());
  await second.verify(newMobile());

  // There was capacity at registration, but by now all cards are promised to others.
  expect(await early.verifyWith(await early.code(earlyMobile))).toMatchObject(over);
  expect(await new Shopper(server).verify(newMobile())).toMatchObject(over);
  expect(await budgetErrors(server.database)).toEqual([]);

  // Tamil Nadu has its own pool; the site stays open while it has capacity.
  expect((await new Shopper(server).start()).resp).toMatchObject({ campaign: 'open' });
  const tamil = new Shopper(server);
  expect((await tamil.verify(newMobile(), 'Tamil Nadu')).resp).toMatchObject({ fromTN: 1 });
  expect(await new Shopper(server).verify(newMobile(), 'Tamil Nadu')).toMatchObject(over);
  expect((await new Shopper(server).start()).resp).toMatchObject({ campaign: 'ended' });
  expect(await budgetErrors(server.database)).toEqual([]);

  for (const shopper of [first, second, tamil]) {
    expect((await shopper.call('getReward')).resp).toMatchObject({ winType: 3 });
  }
  expect(await budgetErrors(server.database)).toEqual([]);
});

test('[CAM-3] of simultaneous verifications at two sites a closing campaign admits as many as it can pay', async () => {
  const closing: Draw = { ...close, deck: { cards: { 3: 4, 5: 1 }, blocks: 1 } };
  server = await tiny(closing);
  const clone = { url: server.databaseUrl, drop: async () => undefined };
  const other = await serverOnDatabase(clone, shrunk(closing));
  try {
    const arrived = Array.from({ length: 16 }, async (_, place) => {
      const shopper = new Shopper(place % 2 === 0 ? server : other);
      const mobile = newMobile();
      await shopper.register(mobile, place < 3 ? 'Tamil Nadu' : 'Goa');
      return { shopper, otp: await shopper.code(mobile) };
    });
    const shoppers = await Promise.all(arrived);
    const verified = await Promise.all(
      shoppers.map(async ({ shopper, otp }) => ({
        shopper,
        ...(await shopper.verifyWith(otp)),
      })),
    );
    // Five cards and one fixed reward.
    const admitted = verified.filter(({ status }) => status === 200);
    expect(admitted).toHaveLength(6);
    expect(admitted.filter(({ resp }) => resp['fromTN'] === 1)).toHaveLength(1);
    for (const answer of verified.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(over);
    }
    const rewards = await Promise.all(admitted.map(({ shopper }) => shopper.call('getReward')));
    const amounts = rewards.map(({ resp }) => Number(resp['winType']));
    expect(amounts.toSorted((one, next) => one - next)).toEqual([3, 3, 3, 3, 3, 5]);
    expect(await budgetErrors(server.database)).toEqual([]);
  } finally {
    await other.close();
  }
});

test('[SES-6][CAM-3] a participant admitted to a full campaign may return and draw the reward', async () => {
  server = await tiny(close);
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile);
  await new Shopper(server).verify(newMobile());
  await new Shopper(server).verify(newMobile(), 'Tamil Nadu');
  server.time.wall += 13 * 3_600_000;
  shopper.accessToken = undefined;
  expect((await shopper.start()).resp).toMatchObject({ campaign: 'open' });
  expect((await shopper.verify(mobile)).status).toBe(200);
  const other = new Shopper(server);
  server.time.wall += 61_000;
  expect((await other.verify(mobile)).status).toBe(200);
  expect((await other.call('getReward')).resp).toMatchObject({ winType: 3 });
  expect((await shopper.start()).resp).toMatchObject({ campaign: 'ended' });
});

test('[CAM-3] when the cards of the day are used up, the answer gives the wait, and the reward is drawn the next day', async () => {
  server = await tiny({ ...close, pacing: 'daily' });
  const [first, second] = [new Shopper(server), new Shopper(server)];
  await first.verify(newMobile());
  await second.verify(newMobile());
  // 23:15 in India on the first of two days.
  server.time.campaign = Date.parse('2025-07-01T17:45:00Z');
  expect((await first.call('getReward')).resp).toMatchObject({ winType: 3 });
  const answer = await second.call('getReward');
  expect(answer).toMatchObject({
    status: 429,
    headers: { 'retry-after': '2700' },
    resp: {
      messageId: 'tryAgain',
      message: 'Today’s rewards are all drawn. Yours is kept for you: come back in 45 minutes.',
    },
  });
  server.time.campaign += 45 * 60_000;
  expect((await second.call('getReward')).resp).toMatchObject({ winType: 3 });
  expect(await budgetErrors(server.database)).toEqual([]);
});
