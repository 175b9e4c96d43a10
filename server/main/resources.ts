// What `serve` and `deliver` both need: campaign, database, clocks.
import type { LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { DeliverConfig, ServeConfig } from './settings/program-config.ts';
import {
  addBacklogGauges,
  addDrawGauge,
  addLogCounter,
  addPoolGauge,
  addProcessGauges,
} from './operations/gauges.ts';
import { createHealth, type CheckDraw, type Health } from '../database/health.ts';
import type { ProgramLog } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { startOperationsServer } from './operations/operations-server.ts';
import { assertSuitable, openDatabase, type Database } from '../database/database.ts';
import { assertMigrated } from '../database/schema/applied-migrations.ts';
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

/** Registers each resource with `shutdown`. */
export async function openResources(
  config: ServeConfig | DeliverConfig,
  shutdown: Shutdown,
  log: ProgramLog,
  { clocksOf, load, checkDraw }: { clocksOf: ClocksOf; load: LoadCampaign; checkDraw?: CheckDraw },
): Promise<Resources> {
  const campaign = await load(config.campaign);
  const role = 'host' in config ? 'inaam_serve' : 'inaam_deliver';
  const { databaseUrl, databaseConnections } = config;
  const database = openDatabase(databaseUrl, databaseConnections, 'keyLookups', role);
  shutdown.add('the connections', () => database.end());
  await assertSuitable(database);
  await assertMigrated(database);

  const monitoring = openDatabase(databaseUrl, 1, 'general', role);
  shutdown.add('the connection aside', () => monitoring.end());
  const clocks = await clocksOf(monitoring);
  shutdown.add('the clocks', () => clocks.stop());
  const health = createHealth({ serving: database, aside: monitoring }, log, checkDraw);
  const metrics = createMetrics();
  addProcessGauges(metrics.registry);
  addLogCounter(metrics.registry, () => log.droppedLines());
  addPoolGauge(metrics.registry, database);
  if (checkDraw) addDrawGauge(metrics.registry, health);
  addBacklogGauges(metrics.registry, monitoring, campaign, clocks);
  const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const operations = await listenOn(config.metrics, names, () =>
    startOperationsServer(config.metrics, { registry: metrics.registry, health }),
  );
  shutdown.add('the metrics', () => operations.stop());
  return {
    campaign,
    database,
    aside: monitoring,
    clocks,
    health,
    metrics,
    metricsPort: operations.port,
  };
}
