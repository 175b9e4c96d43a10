// Each peer has a database of its own on the same PostgreSQL.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { prepareProduct } from '@inaam/testing/product/prepare-database.ts';
import { startAsItIs } from '@inaam/testing/server/programs/program-process.ts';
import type { Measurable } from '../stage.ts';

export type Peers = { measurables: Measurable[]; stop: () => Promise<void> };

export async function startPeers(postgres: EmbeddedPostgres, gateway: string): Promise<Peers> {
  const server = openDatabase(postgres.url, 1);
  for (const name of ['better_auth', 'floor']) await server.query(`create database ${name}`);
  await server.end();
  const floor = await prepareProduct(postgres.urlOf('floor'));
  await floor.database.end();
  const { sms } = await loadCampaign('biscuit-2025');
  const betterAuth = startAsItIs(
    ['bench/journeys/peers/better-auth-server.ts'],
    { NODE_ENV: 'production' },
    { words: [postgres.urlOf('better_auth'), gateway, sms.otp.text] },
  );
  const { port } = await betterAuth.logLine('Serving.');
  return {
    measurables: [
      {
        contender: 'betterAuth',
        address: `http://127.0.0.1:${String(port)}`,
        database: 'better_auth',
        programs: { betterAuth: [betterAuth.pid] },
      },
      {
        contender: 'floor',
        address: postgres.urlOf('floor'),
        database: 'floor',
        programs: {},
      },
    ],
    stop: async () => void (await betterAuth.stop()),
  };
}
