// Resources of both `serve` and `deliver`: campaign, database, clocks.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
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
import { createHealth, type CheckDraw, type Health, type Readiness } from '../database/health.ts';
import { recordProcess, removeProcess, type RunningProgram } from '../database/processes.ts';
import { errorCode } from '../platform/errors.ts';
import { repeat, withoutRepeats } from '../platform/timing.ts';
import type { Log, ProgramLog } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { startOperationsServer } from './operations/operations-server.ts';
import { assertSuitable, openDatabase, type Database } from '../database/database.ts';
import { assertNoCopy } from '../database/identity.ts';
import { assertMigrated } from '../database/schema/applied-migrations.ts';
import type { Role } from '../database/schema/roles.ts';
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

/** Each program that runs opens its database with this. */
export async function openMigrated(
  shutdown: Shutdown,
  ...given: Parameters<typeof openDatabase>
): Promise<Database> {
  const database = openDatabase(...given);
  shutdown.add('the connections', () => database.end());
  await assertSuitable(database);
  await assertMigrated(database);
  await assertNoCopy(database);
  return database;
}

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

const beatMs = 10_000;

type Beating = {
  /** A pool that nobody waits for. */
  database: Database;
  campaign: string;
  program: RunningProgram;
  health: Pick<Health, 'readiness' | 'draw'>;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** What is recorded of a process that is ready. */
  flaw?: () => Readiness;
};

/** Records every few seconds that this process runs, and whether it is ready. */
export function recordRunning(
  shutdown: Pick<Shutdown, 'add'>,
  { database, campaign, program, health, log, flaw = () => 'ready' }: Beating,
  everyMs = beatMs,
): void {
  const own = { campaign, id: randomUUID() };
  const host = `${hostname()}:${process.pid}`;
  const problems = withoutRepeats(log);
  const beat = async () => {
    const readiness = await health.readiness();
    const state = readiness === 'ready' ? flaw() : readiness;
    const draw = program === 'serve' ? await health.draw() : undefined;
    await recordProcess(database, { ...own, program, host, state, draw });
  };
  const onError = (error: unknown) =>
    problems.warn(
      { code: errorCode(error) },
      'Failed to record that this process runs. It will retry; if this continues, check the database.',
    );
  const first = beat().catch(onError);
  const beats = repeat(everyMs, beat, onError);
  shutdown.add('the record of this process', async () => {
    await Promise.all([first, beats.stop()]);
    await removeProcess(database, own).catch(onError);
  });
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
    log.warn({}, `This version asks more of a campaign before its launch: ${rule}`);
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
