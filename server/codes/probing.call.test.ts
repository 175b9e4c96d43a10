// An attacker who tries strangers' numbers learns nothing about them (docs/decisions/0019).
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { rateLimits } from './rate-limits.rules.ts';
import { countCodeMessages, countRows } from '@inaam/testing/server/database/database-queries.ts';
import type { Answered } from '@inaam/testing/server/shopper/device.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const dayMs = 86_400_000;
const server = await testServer({ rateLimits });
beforeEach(() => {
  server.time.wall += 2 * dayMs;
});
afterAll(() => server.close());

const seen = ({ status, resp }: Answered) => ({ status, resp });
const claimed = { status: 409, resp: { messageId: 'participationLimit' } };
const blocked = { status: 403, resp: { messageId: 'invalidUser' } };

async function winner(): Promise<{ shopper: Shopper; mobile: string }> {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.verify(mobile);
  expect((await shopper.call('getReward')).status).toBe(200);
  return { shopper, mobile };
}

async function block(mobile: string): Promise<void> {
  await server.database.query(
    'update inaam.mobile_limits set blocked = true where mobile_index = $1',
    [server.keys.mobileIndex(mobile)],
  );
}

/** All answers about a mobile that another device gets without reading its SMS. */
async function probe(mobile: string) {
  const prober = new Shopper(server);
  const registered = seen(await prober.register(mobile));
  const wrong = (await prober.code(mobile)) === '000000' ? '000001' : '000000';
  const tried = seen(await prober.call('verifyOtp', { otp: wrong }));
  const again = seen(await prober.register(mobile));
  const entered = (await prober.start()).resp['campaign'];
  const kept = await server.database.query(
    `select answer, registered_at is not null as is_registered, code_request.tries, code_used_at, verified_at,
       cardinality(device.sends) as device_sends, cardinality(device.tries) as device_tries
     from inaam.code_request
     join inaam.device_limits as device using (campaign, user_key)
     join inaam.consent using (campaign, user_key)
     where user_key = $1`,
    [prober.userKey],
  );
  return { registered, tried, again, entered, kept: kept.rows };
}

test('[SES-6] another device cannot tell a winner or a blocked mobile from a stranger', async () => {
  const won = await winner();
  const shut = await winner();
  await block(shut.mobile);
  const shutOut = newMobile();
  await new Shopper(server).register(shutOut);
  await block(shutOut);
  server.time.wall += dayMs;
  const stranger = await probe(newMobile());
  expect(stranger.registered).toMatchObject({ status: 200 });
  for (const mobile of [won.mobile, shut.mobile, shutOut]) {
    expect(await probe(mobile)).toEqual(stranger);
    expect(await countCodeMessages(server, mobile)).toBe(2);
  }
});

test('[SES-6] the right code gets the answer on any device, and its own device gets it at once', async () => {
  const { shopper, mobile } = await winner();
  server.time.wall += dayMs;
  const other = new Shopper(server);
  await other.register(mobile);
  const otp = await other.code(mobile);
  expect(await other.call('verifyOtp', { otp })).toMatchObject(claimed);
  server.time.wall += 1000;
  // The answer may have been lost.
  expect(await other.call('verifyOtp', { otp })).toMatchObject(claimed);
  expect(await other.register(mobile)).toMatchObject(claimed);
  expect(await shopper.register(mobile)).toMatchObject(claimed);
  expect(await countCodeMessages(server, mobile)).toBe(2);
});

test('[API-1] a blocked mobile is refused after the right code, is not enrolled, and then refused at once', async () => {
  const mobile = newMobile();
  await new Shopper(server).register(mobile);
  await block(mobile);
  server.time.wall += dayMs;
  const before = await countRows(server.database, 'participation');
  const shopper = new Shopper(server);
  await shopper.register(mobile);
  expect(await shopper.call('verifyOtp', { otp: await shopper.code(mobile) })).toMatchObject(
    blocked,
  );
  expect(await shopper.register(mobile)).toMatchObject(blocked);
  expect(await countRows(server.database, 'participation')).toBe(before);
});

test('[SES-6] 60 numbers probed from one device: three get a code, the rest leaves no row', async () => {
  const won = await winner();
  server.time.wall += dayMs;
  const prober = new Shopper(server);
  const mobiles = [won.mobile, ...Array.from({ length: 59 }, newMobile)];
  const rows = () => countRows(server.database, 'mobile_limits');
  const before = await rows();
  const answers: number[] = [];
  await prober.start();
  await prober.call('recordConsent', { agree: 'YES' });
  for (const mobile of mobiles) {
    const registration = { name: 'Asha', mobile, state: 'Goa', agree1: true };
    answers.push((await prober.call('register', registration)).status);
  }
  expect(answers).toEqual([...Array(3).fill(200), ...Array(57).fill(429)]);
  expect(await rows()).toBe(before + 2);
});

test('[CAM-3] a full campaign does not tell who takes part in it', async () => {
  const closing = (campaign: ServerCampaign): ServerCampaign => ({
    ...campaign,
    fixed: campaign.fixed.map((law) => ({ ...law, rewards: 1 })),
    draw: {
      ...campaign.draw,
      deck: { cards: { 3: 1 }, blocks: 1 },
      whenDeckEnds: { kind: 'close' },
    },
  });
  const full = await testServer({ change: closing });
  onTestFinished(() => full.close());
  const [mobile, stranger] = [newMobile(), newMobile()];
  await new Shopper(full).verify(mobile);
  await new Shopper(full).verify(newMobile(), 'Tamil Nadu');
  full.time.wall += dayMs;
  const asked = await Promise.all(
    [mobile, stranger].map(async (one) => {
      const prober = new Shopper(full);
      const registered = seen(await prober.register(one));
      return { registered, entered: (await prober.start()).resp['campaign'] };
    }),
  );
  expect(asked[0]).toEqual(asked[1]);
});
