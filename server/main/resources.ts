// Resources of both `serve` and `deliver`: campaign, database, clocks.
import { collectDefaultMetrics } from 'prom-client';
import type { LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { DeliverConfig, ServeConfig } from '../operator/settings/program-config.ts';
import {
  addBacklogGauges,
  addDrawGauge,
  addLogCounter,
  addPoolGauge,
} from './operations/gauges.ts';
import { createHealth, type CheckDraw, type Health } from '../database/health.ts';
import type { ProgramLog } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { startOperationsServer } from './operations/operations-server.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { openMigrated } from '../database/schema/applied-migrations.ts';
import type { Role } from '../database/session.ts';
import type { Clocks, ClocksOf } from '../database/clocks.ts';
import { listenOn } from '../platform/listen.ts';
import type { Shutdown } from '../database/run-program.ts';

export type Resources = {
  campaign: ServerCampaign;
  database: Database;
  /** One connection that shoppers do not wait for. */
  aside: Database;
  clocks: Clocks;
  health: Health;
  metrics: Metrics;
  metricsPort: number;
};

/** One connection that nobody waits for, and the clocks that follow its time. */
export async function openAside(
  shutdown: Shutdown,
  { databaseUrl, role, clocksOf }: { databaseUrl: string; role: Role; clocksOf: ClocksOf },
): Promise<{ aside: Database; clocks: Clocks }> {
  const aside = openDatabase(databaseUrl, 1, 'general', role);
  shutdown.add('the connection aside', () => aside.end());
  const clocks = await clocksOf(aside);
  shutdown.add('the clocks', () => clocks.stop());
  return { aside, clocks };
}

/** Registers each resource with `shutdown`. */
export async function openResources(
  config: ServeConfig | DeliverConfig,
  shutdown: Shutdown,
  log: ProgramLog,
  { clocksOf, load, checkDraw }: { clocksOf: ClocksOf; load: LoadCampaign; checkDraw?: CheckDraw },
): Promise<Resources> {
  const campaign = await load(config.campaign);
  for (const rule of campaign.launch.later) {
    log.warn({}, `This version requires more of a campaign before its launch: ${rule}`);
  }
  const role = 'host' in config ? 'inaam_serve' : 'inaam_deliver';
  const { databaseUrl, databaseConnections, metricsHost: host, metricsPort: port } = config;
  const database = await openMigrated(
    shutdown,
    databaseUrl,
    databaseConnections,
    'keyLookups',
    role,
  );
  const { aside, clocks } = await openAside(shutdown, { databaseUrl, role, clocksOf });
  const health = createHealth({ serving: database, aside, campaign: campaign.id }, log, checkDraw);
  const metrics = createMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  addLogCounter(metrics.registry, () => log.droppedLines());
  addPoolGauge(metrics.registry, database);
  if (checkDraw) addDrawGauge(metrics.registry, health);
  addBacklogGauges(metrics.registry, aside, campaign, clocks);
  const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const operations = await listenOn({ host, port }, names, () =>
    startOperationsServer({ host, port }, { registry: metrics.registry, health }),
  );
  shutdown.add('the metrics', () => operations.stop());
  const metricsPort = operations.port;
  return { campaign, database, aside, clocks, health, metrics, metricsPort };
}
