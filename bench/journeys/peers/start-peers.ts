// Each peer has a database of its own on the same PostgreSQL.
import path from 'node:path';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { startChild } from '../product/child-program.ts';
import { prepareDatabase } from '../product/product.ts';
import type { Measurable } from '../stage.ts';

export type Peers = { measurables: Measurable[]; stop: () => Promise<void> };

type PeerOptions = {
  postgres: EmbeddedPostgres;
  folder: string;
  gateway: string;
  /** Of the product's programs. */
  variables: Record<string, string>;
};

export async function startPeers(options: PeerOptions): Promise<Peers> {
  const { postgres, folder, gateway, variables } = options;
  const server = openDatabase(postgres.url, 1);
  for (const name of ['better_auth', 'floor']) await server.query(`create database ${name}`);
  await server.end();
  await prepareDatabase({ ...variables, DATABASE_URL: postgres.urlOf('floor') });
  const betterAuth = await startChild({
    file: 'bench/journeys/peers/better-auth-server.ts',
    words: [postgres.urlOf('better_auth'), gateway],
    variables: { NODE_ENV: 'production' },
    logFile: path.join(folder, 'better-auth.log'),
  });
  const { port } = await betterAuth.logLine('Serving.');
  return {
    measurables: [
      {
        contender: 'betterAuth',
        addresses: [`http://127.0.0.1:${String(port)}`],
        database: 'better_auth',
        programs: { betterAuth: [betterAuth.pid] },
      },
      {
        contender: 'floor',
        addresses: [postgres.urlOf('floor')],
        database: 'floor',
        programs: {},
      },
    ],
    stop: () => betterAuth.stop(),
  };
}
