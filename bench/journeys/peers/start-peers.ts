// Each peer has a database of its own on the same PostgreSQL.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { prepareProduct } from '@inaam/testing/product/prepare-database.ts';
import { startAsItIs } from '@inaam/testing/server/programs/program-process.ts';
import type { Measurable } from '../stage.ts';

type Peers = { measurables: Measurable[]; stop: () => Promise<void> };

/** @param through the same database over the network */
export async function startPeers(
  postgres: EmbeddedPostgres,
  gateway: string,
  through: (url: string) => Promise<Pick<Measurable, 'traffic'> & { url: string }>,
): Promise<Peers> {
  const server = openDatabase(postgres.url, 1);
  for (const name of ['better_auth', 'plain']) await server.query(`create database ${name}`);
  await server.end();
  const prepared = await prepareProduct(postgres.urlOf('plain'));
  await prepared.database.end();
  const { sms } = await loadCampaign('biscuit-2025');
  const elsewhere = await through(postgres.urlOf('better_auth'));
  const betterAuth = startAsItIs(
    ['bench/journeys/peers/better-auth-server.ts'],
    { NODE_ENV: 'production' },
    { words: [elsewhere.url, gateway, sms.otp.text] },
  );
  const { port } = await betterAuth.logLine('Serving.');
  const plain = await through(postgres.urlOf('plain'));
  return {
    measurables: [
      {
        contender: 'betterAuth',
        address: `http://127.0.0.1:${String(port)}`,
        database: 'better_auth',
        programs: { betterAuth: [betterAuth.pid] },
        traffic: elsewhere.traffic,
      },
      {
        contender: 'plain',
        address: plain.url,
        database: 'plain',
        programs: {},
        traffic: plain.traffic,
      },
    ],
    stop: async () => void (await betterAuth.stop()),
  };
}
