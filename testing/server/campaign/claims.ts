// A campaign in which one number takes part several times, each time with another pack.
import { expect } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { changePackBatch, makePackBatch } from '@inaam/server/packs/pack-batches.sql.ts';
import { testServer, type TestServer } from '../app/test-server.ts';
import { Shopper } from '../shopper/shopper.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const withClaims =
  (claims: { perDay: number; inAll: number }) =>
  (campaign: ServerCampaign): ServerCampaign => ({
    ...campaign,
    packs: { kind: 'unique', codes: 'made', claims },
  });

export type ClaimsServer = Awaited<ReturnType<typeof claimsServer>>;

export async function claimsServer(claims: { perDay: number; inAll: number }) {
  const server = await testServer({ change: withClaims(claims) });
  await openBatch(server);
  let serial = 0;
  const newPack = () => {
    serial += 1;
    return server.keys.packCode({ key: 1, batch: 1, serial });
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

async function openBatch({ database, campaign, time }: TestServer): Promise<void> {
  const label = 'JUN-GOA';
  const auditOf = (command: string) => ({
    campaign: campaign.id,
    command,
    operator: { by: 'asha', reason: 'a test', at: time.wall },
    details: {},
  });
  await makePackBatch(database, campaign.id, {
    label,
    product: 'Goli',
    region: 'Goa',
    codes: 1000,
    key: 1,
    audit: auditOf('packs make'),
  });
  const audit = auditOf('packs open');
  await changePackBatch(database, campaign.id, { label, change: 'open', audit });
}
