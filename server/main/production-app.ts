import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { buildApp } from './app.ts';
import type { Clocks } from '../database/clocks.ts';
import type { ServeConfig } from './settings/program-config.ts';
import { keysOf } from '../platform/keys.ts';
import { type Health, addHealthRoutes } from '../database/health.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { rateLimits } from '../codes/rate-limits.rules.ts';
import type { ReadCards } from '../draw/read-cards.sql.ts';
import type { Database } from '../database/database.ts';

export type ProductionOptions = {
  config: Pick<
    ServeConfig,
    'secrets' | 'answerEncoding' | 'publicOrigin' | 'trustedProxies' | 'budget'
  > &
    Partial<Pick<ServeConfig, 'lookUpIp' | 'receiptHooks'>>;
  campaign: ServerCampaign;
  database: Database;
  clocks: Clocks;
  readCards: ReadCards;
  isPaused: () => boolean;
  lastDay: () => string | undefined;
  site: string;
  log: Log;
  metrics: Metrics;
  health: Health;
};

export function buildProductionApp(options: ProductionOptions): Promise<FastifyInstance> {
  const { config, campaign, database, clocks, readCards, site, log, metrics, health } = options;
  return buildApp({
    database,
    campaign,
    clocks,
    keys: keysOf(config.secrets, campaign.id),
    rateLimits: { ...rateLimits, budget: config.budget },
    readCards,
    answerEncoding: config.answerEncoding,
    isSecure: config.publicOrigin.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    lookUpIp: config.lookUpIp,
    ...(config.receiptHooks && { receiptHooks: config.receiptHooks }),
    site,
    operations: { log, metrics },
    shedsLoad: true,
    isPaused: options.isPaused,
    lastDay: options.lastDay,
    isStopping: () => health.isStopping(),
    addRoutes: (app) => addHealthRoutes(app, health),
  });
}
