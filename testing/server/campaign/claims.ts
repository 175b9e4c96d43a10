// A campaign in which one number takes part several times, each time with another pack.
import { expect } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { openPackBatch, packCodeOf, withCodes } from '../../product/packed-campaign.ts';
import type { RateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { testServer } from '../app/test-server.ts';
import { Shopper } from '../shopper/shopper.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const withClaims =
  (claims: { perDay: number; inAll: number }) => (campaign: ServerCampaign) =>
    withCodes(campaign, claims);

/** @param of instead of the biscuit campaign */
export async function claimsServer(
  claims: { perDay: number; inAll: number },
  of?: ServerCampaign,
  rateLimits?: RateLimits,
) {
  const change = (campaign: ServerCampaign) => withClaims(claims)(of ?? campaign);
  const server = await testServer({ change, ...(rateLimits && { rateLimits }) });
  const batch = { label: 'JUN-GOA', product: 'Goli', region: 'Goa', codes: 1000, key: 1 };
  await openPackBatch(server, batch);
  let serial = 0;
  const newPack = () => {
    serial += 1;
    return packCodeOf(server, serial);
  };
  /** Registers and verifies with the pack, an hour after the code before. */
  async function verify(mobile: string, pack: string | undefined, by = new Shopper(server)) {
    server.time.wall += hourMs;
    by.pack = pack;
    const registered = await by.register(mobile, 'Goa');
    if (registered.status !== 200) return { shopper: by, answer: registered };
    return { shopper: by, answer: await by.verifyWith(await by.code(mobile)) };
  }
  /** With a new pack, up to the reward. */
  async function claim(mobile: string, by?: Shopper): Promise<Shopper> {
    const { shopper, answer } = await verify(mobile, newPack(), by);
    expect(answer).toMatchObject({ status: 200 });
    expect(await shopper.call('getReward')).toMatchObject({ status: 200 });
    return shopper;
  }
  /** Until eight in the morning in India, of the next day or the one after. */
  const nextMorning = () => {
    server.time.wall = Math.ceil(server.time.wall / dayMs + 1) * dayMs + 2.5 * hourMs;
  };
  return { ...server, newPack, verify, claim, nextMorning };
}
