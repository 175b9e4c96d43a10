// The real server on a database, with clocks controlled by the caller. Also runs outside vitest.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { openTestDatabase } from '../../setup/cluster/test-database.ts';
import { buildApp, type AppOptions } from '@inaam/server/main/app.ts';
import {
  allKeysOf,
  type AllKeys,
  type Secrets,
  type VoucherSecrets,
} from '@inaam/server/platform/keys.ts';
import { localCards } from '@inaam/server/draw/cards/open-draw.ts';
import { demoRateLimits } from '@inaam/demo/settings.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { ReadCards } from '@inaam/server/draw/read-cards.ts';
import { dayStart, indianDay } from '@inaam/server/platform/period.rules.ts';
import type { Role } from '@inaam/server/database/session.ts';
import { committedCampaign, biscuitCampaign } from '../campaign/committed-campaign.ts';

/** Constant, so that a failure can be reproduced. */
export const testSecrets: Secrets & VoucherSecrets = {
  identity: new Uint8Array(32).fill(1),
  index: new Uint8Array(32).fill(2),
  code: new Uint8Array(32).fill(3),
  draw: new Uint8Array(32).fill(4),
  pseudonym: new Uint8Array(32).fill(7),
  seal: [{ id: 1, key: new Uint8Array(32).fill(5) }],
  voucherSeal: [{ id: 1, key: new Uint8Array(32).fill(6) }],
  rings: { PACK_KEYS: [{ id: 1, key: new Uint8Array(32).fill(8) }] },
};

export type TestServer = {
  app: FastifyInstance;
  database: Database;
  databaseUrl: string;
  campaign: ServerCampaign;
  keys: AllKeys;
  readCards: ReadCards;
  /** Both clocks, ms. */
  time: { wall: number; campaign: number };
  close: () => Promise<void>;
};

export type TestServerOptions = Partial<
  Pick<
    AppOptions,
    | 'rateLimits'
    | 'readCards'
    | 'answerEncoding'
    | 'isSecure'
    | 'site'
    | 'operations'
    | 'trustedProxies'
    | 'lookUpIp'
    | 'addRoutes'
    | 'connectionLimits'
    | 'isPaused'
    | 'lastDay'
    | 'corrected'
  >
> & {
  /** Changes the campaign before it is used, for example to a small deck. */
  change?: (campaign: ServerCampaign) => ServerCampaign;
  /** The app's database role; the test's own `database` owns everything. */
  role?: Role;
  /** Committed instead of `testSecrets.draw`. */
  drawSecret?: Uint8Array;
  /** Size of each pool: small, because every new connection plans the statements again. */
  connections?: number;
};

/** At night other limits apply. */
const noonMs = 12 * 3_600_000;

/**
 * Starts at noon in the middle of the programme, without listening: use `app.inject`.
 * @param clone a migrated database, dropped at the end
 */
export async function serverOnDatabase(
  clone: { url: string; drop: () => Promise<void> },
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { url } = clone;
  const { connections = 4 } = options;
  const database = openTestDatabase(url, connections);
  const loaded = (options.change ?? ((same) => same))(await biscuitCampaign());
  const keys = allKeysOf(testSecrets, loaded.id);
  const draw = options.drawSecret ?? testSecrets.draw;
  const campaign = await committedCampaign(database, loaded, { ...testSecrets, draw });
  const time = {
    wall: dayStart(indianDay(Date.now())) + noonMs,
    campaign: Date.parse('2025-07-01T06:00:00Z'),
  };
  const own = options.role && openTestDatabase(url, connections, options.role);
  const readCards = options.readCards ?? localCards(own ?? database, loaded.id, draw);
  const app = await buildApp({
    database: own ?? database,
    readCards,
    campaign,
    keys,
    clocks: { wall: () => time.wall, campaign: () => time.campaign },
    rateLimits: options.rateLimits ?? demoRateLimits,
    answerEncoding: options.answerEncoding ?? 'object',
    isSecure: options.isSecure ?? false,
    site: options.site,
    trustedProxies: options.trustedProxies ?? [],
    lookUpIp: options.lookUpIp,
    ...(options.connectionLimits ? { connectionLimits: options.connectionLimits } : {}),
    ...(options.isPaused ? { isPaused: options.isPaused } : {}),
    ...(options.lastDay ? { lastDay: options.lastDay } : {}),
    ...(options.corrected ? { corrected: options.corrected } : {}),
    ...(options.addRoutes ? { addRoutes: options.addRoutes } : {}),
    ...(options.operations ? { operations: options.operations } : {}),
  });
  const close = async () => {
    await app.close();
    await own?.end();
    await database.end();
    await clone.drop();
  };
  return { app, database, databaseUrl: url, campaign, keys, readCards, time, close };
}
