// What `serve` and `deliver` stand on: the database, checked, with a pool aside for looking at it; the campaign; the
// clocks; the meters and the port where they are read. Each part says how it is stopped.
import { loadCampaign } from '@inaam/campaigns/load.ts';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { databaseClocks, type Clocks } from './clocks.ts';
import type { DeliverConfig, ServeConfig } from './config.ts';
import { listening } from './listening.ts';
import { addBacklogGauges, addPoolGauge, addProcessGauges } from './operations/gauges.ts';
import { healthOf, type Health } from './operations/health.ts';
import { startInnerServer } from './operations/inner-server.ts';
import type { Log } from './operations/log.ts';
import { openMeters, type Meters } from './operations/metrics.ts';
import type { Running } from './program.ts';
import { assertFit, openDatabase, type Database } from './storage/database.ts';
import { assertMigrated } from './storage/migrate.ts';

export type Standing = {
  campaign: ServerCampaign;
  database: Database;
  clocks: Clocks;
  health: Health;
  meters: Meters;
  /** Where the metrics are read. */
  metricsPort: number;
};

/** @throws what the operator must mend first, as a sentence */
export async function stand(
  config: ServeConfig | DeliverConfig,
  running: Running,
  log: Log,
): Promise<Standing> {
  const campaign = await loadCampaign(config.campaign);
  const database = openDatabase(config.databaseUrl, config.databaseConnections);
  running.add('the connections', () => database.end());
  await assertFit(database);
  await assertMigrated(database);
  const clocks = await databaseClocks(database);
  running.add('the clocks', () => clocks.stop());

  const aside = openDatabase(config.databaseUrl, 1);
  running.add('the connection aside', () => aside.end());
  const health = healthOf(aside, log);
  const meters = openMeters();
  const amounts = Object.keys(campaign.sms.vouchers).map(Number);
  addProcessGauges(meters.registry);
  addPoolGauge(meters.registry, database);
  addBacklogGauges(meters.registry, aside, campaign.id, amounts);
  const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const inner = await listening(config.metrics, names, () =>
    startInnerServer(config.metrics, { registry: meters.registry, health }),
  );
  running.add('the metrics', () => inner.stop());
  return { campaign, database, clocks, health, meters, metricsPort: inner.port };
}
