// What `serve` and `deliver` stand on: the database, checked, with a pool aside for looking at it; the campaign; the
// clocks; the meters and the port where they are read. Each part says how it is stopped.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { databaseClocks, type Clocks } from '../time/clocks.ts';
import type { DeliverConfig, ServeConfig } from '../config.ts';
import { listenOn } from './listen.ts';
import { addBacklogGauges, addPoolGauge, addProcessGauges } from '../operations/gauges.ts';
import { createHealth, type Health } from '../operations/health.ts';
import { startOperationsServer } from '../operations/operations-server.ts';
import type { Log } from '../operations/log.ts';
import { createMetrics, type Metrics } from '../operations/metrics.ts';
import type { Running } from './run-program.ts';
import { assertSuitable, openDatabase, type Database } from '../storage/database.ts';
import { assertMigrated } from '../storage/migrate.ts';

export type Resources = {
  campaign: ServerCampaign;
  database: Database;
  clocks: Clocks;
  health: Health;
  meters: Metrics;
  /** Where the metrics are read. */
  metricsPort: number;
};

/** @throws what the operator must mend first, as a sentence */
export async function openResources(
  config: ServeConfig | DeliverConfig,
  running: Running,
  log: Log,
): Promise<Resources> {
  const campaign = await loadCampaign(config.campaign);
  const database = openDatabase(config.databaseUrl, config.databaseConnections);
  running.add('the connections', () => database.end());
  await assertSuitable(database);
  await assertMigrated(database);
  const clocks = await databaseClocks(database);
  running.add('the clocks', () => clocks.stop());

  const aside = openDatabase(config.databaseUrl, 1);
  running.add('the connection aside', () => aside.end());
  const health = createHealth(aside, log);
  const meters = createMetrics();
  const amounts = Object.keys(campaign.sms.vouchers).map(Number);
  addProcessGauges(meters.registry);
  addPoolGauge(meters.registry, database);
  addBacklogGauges(meters.registry, aside, campaign.id, amounts);
  const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const inner = await listenOn(config.metrics, names, () =>
    startOperationsServer(config.metrics, { registry: meters.registry, health }),
  );
  running.add('the metrics', () => inner.stop());
  return { campaign, database, clocks, health, meters, metricsPort: inner.port };
}
