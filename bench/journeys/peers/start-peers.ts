// A peer has a database of its own on the same PostgreSQL.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { startAsItIs } from '@inaam/testing/server/programs/program-process.ts';
import type { Measurable } from '../stage.ts';

type Peer = Measurable & { stop: () => Promise<void> };

export async function startPeer(postgres: EmbeddedPostgres, gateway: string): Promise<Peer> {
  const server = openDatabase(postgres.url, 1);
  await server.query('create database better_auth');
  await server.end();
  const { sms } = await loadCampaign('biscuit-2025');
  const betterAuth = startAsItIs(
    ['bench/journeys/peers/better-auth-server.ts'],
    { NODE_ENV: 'production' },
    { words: [postgres.urlOf('better_auth'), gateway, sms.otp.text] },
  );
  const { port } = await betterAuth.logLine('Serving.');
  return {
    contender: 'betterAuth',
    address: `http://127.0.0.1:${String(port)}`,
    database: 'better_auth',
    programs: { betterAuth: [betterAuth.pid] },
    stop: async () => void (await betterAuth.stop()),
  };
}
