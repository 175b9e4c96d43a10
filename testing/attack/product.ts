// The built product in programs of its own, reached over HTTP behind a trusted proxy.
import { randomBytes } from 'node:crypto';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { committedBiscuitCampaign } from '../server/campaign/committed-campaign.ts';
import {
  committedSecrets,
  endPrograms,
  startProgram,
  validEnvironment,
  type Environment,
} from '../server/programs/program-process.ts';
import { buildSite } from '../server/programs/serve-process.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';

/** Noon in India in the middle of the programme of biscuit-2025. */
const campaignTime = Date.parse('2025-07-01T06:30:00Z');

export type Product = ShopperServer & { stop: () => Promise<void> };

/**
 * @param databaseUrl an empty, durable database
 * @param more replaces variables of the environment
 */
export async function startProduct(databaseUrl: string, more: Environment): Promise<Product> {
  await buildSite();
  const database = openDatabase(databaseUrl, 8);
  await migrate(database);
  const campaign = await committedBiscuitCampaign(database, committedSecrets);
  const [index, seal] = [randomBytes(32), randomBytes(32)];
  const keys = allKeysOf(
    {
      ...committedSecrets,
      identity: index,
      code: index,
      index,
      seal: [{ id: 1, key: seal }],
      voucherSeal: [{ id: 1, key: index }],
    },
    campaign.id,
  );
  const environment = {
    ...validEnvironment(databaseUrl),
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    INDEX_SECRET: index.toString('base64'),
    SEAL_KEYS: `1:${seal.toString('base64')}`,
    ...more,
  };
  const ahead = [String(campaignTime - Date.now())];
  const start = (name: 'serve' | 'deliver') =>
    startProgram(`testing/attack/programs/${name}.ts`, environment, 'pipe', ahead);
  const [serve, deliver] = [start('serve'), start('deliver')];
  const { port } = await serve.logLine('Serving.');
  await deliver.logLine('Delivering.');
  return {
    app: appAt(`http://127.0.0.1:${Number(port)}`),
    database,
    campaign,
    keys,
    time: {
      get wall() {
        return Date.now();
      },
    },
    stop: async () => {
      await endPrograms();
      await database.end();
    },
  };
}

/**
 * Sends what would be injected; the client's address is what the proxy says.
 * @param limitMs an answer that takes longer is given up
 */
export function appAt(origin: string, limitMs = 300_000): ShopperServer['app'] {
  return {
    inject: async ({ method, url, headers, payload, remoteAddress }) => {
      const isObject = typeof payload === 'object';
      const response = await fetch(`${origin}${url}`, {
        method,
        signal: AbortSignal.timeout(limitMs),
        headers: {
          ...headers,
          ...(isObject ? { 'content-type': 'application/json' } : {}),
          'x-forwarded-for': remoteAddress,
        },
        ...(payload === undefined ? {} : { body: isObject ? JSON.stringify(payload) : payload }),
      });
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
  };
}
