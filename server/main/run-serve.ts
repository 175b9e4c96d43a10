// The program `serve` as a function. Stateless: any number of processes can run behind one address.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadForLaunch, type LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import { planOf } from '../draw/campaign-commitment.ts';
import { assertPackKeys, readServeConfig } from './settings/program-config.ts';
import { logSettingsWarnings } from './settings/read-settings.ts';
import { remoteCards } from '../draw/cards/remote-cards.ts';
import { acceptConnections, closeApp, listenOn } from '../platform/listen.ts';
import { followCampaign } from './follow-campaign.ts';
import { openResources, recordRunning } from './resources.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { openProgramLog, type Log } from '../platform/log.ts';
import { buildProductionApp } from './app.ts';
import { secretHash } from '../draw/commitment.rules.ts';
import type { SendBudget } from '../codes/send-budget.rules.ts';
import { assertCommitted } from '../draw/commitments.sql.ts';
import { assertOwnSecrets } from '../console/checks/own-secrets.ts';
import type { ClocksOf } from '../database/clocks.ts';
import { randomUUID } from 'node:crypto';
import { errorCode } from '../platform/errors.ts';
import { type CheckDraw, recordSiteProcess, removeSiteProcess } from '../database/health.ts';
import type { Database } from '../database/database.ts';
import { repeat } from '../platform/timing.ts';

const sharedAddress =
  "PUBLIC_ORIGIN is https and TRUSTED_PROXIES is empty: behind a proxy all shoppers share its address and its limits. Set TRUSTED_PROXIES to the proxy's address.";
const site = path.resolve(import.meta.dirname, '../../web/dist');

/**
 * @param budget for codes, in measurements where all shoppers share one address
 * @param load loads a demonstration's campaign, in measurements and tests
 */
export async function runServe(
  clocksOf: ClocksOf,
  budget?: SendBudget,
  load: LoadCampaign = loadForLaunch,
): Promise<void> {
  const log = openProgramLog('serve');
  await runProgram(log, async (shutdown) => {
    const settings = readServeConfig();
    const config = budget ? { ...settings, budget } : settings;
    logSettingsWarnings(log);
    shutdown.limitSeconds = config.drainSeconds + config.stopSeconds + closeSeconds;
    const draw = remoteCards({ ...config.draw, campaign: config.campaign, log });
    const sources = { clocksOf, load, checkDraw: draw.check };
    const resources = await openResources(config, shutdown, log, sources);
    const { database, health, metricsPort } = resources;
    const { campaign: folder } = resources;
    assertPackKeys(folder, config.secrets.pack);
    const pseudonymKeySha256 = secretHash(config.secrets.pseudonym);
    const found = { ...planOf(folder), pseudonymKeySha256 };
    const { hash } = await assertCommitted(database, found, folder.fixed);
    await assertOwnSecrets(database, folder.id, config.secrets);
    const campaign = withCommitment(folder, hash);
    const { readCards } = draw;
    const { isPaused, lastDay, stop } = await followCampaign(resources.aside, campaign.id, log);
    shutdown.add('the look at the campaign', stop);
    const app = await buildProductionApp({
      ...resources,
      campaign,
      config,
      readCards,
      isPaused,
      lastDay,
      site,
      log,
    });
    shutdown.add('the site', () => closeApp(app, config.stopSeconds, log));
    const { host, port } = config;
    const address = await listenOn({ host, port }, { host: 'HOST', port: 'PORT' }, () =>
      acceptConnections(app, { host, port }),
    );
    const heartbeatOptions = {
      database: resources.aside,
      campaign: campaign.id,
      draw: () => health.draw(),
      log,
    };
    const heartbeat = startSiteHeartbeat(heartbeatOptions);
    shutdown.add('the heartbeat', () => heartbeat.stop());
    const running = { database: resources.aside, campaign: campaign.id, health, log };
    recordRunning(shutdown, { ...running, program: 'serve' });
    shutdown.add('the readiness', () => {
      health.stop();
      return wait(config.drainSeconds * 1000);
    });
    return () => {
      const listening = { host, port: Number(new URL(address).port || 80), metricsPort };
      log.info({ campaign: campaign.id, ...listening }, 'Serving.');
      void draw.check();
      if (!config.publicOrigin.startsWith('https:')) {
        log.warn({}, 'PUBLIC_ORIGIN is plain http: what shoppers send can be read in transit.');
      } else if (config.trustedProxies.length === 0) log.warn({}, sharedAddress);
    };
  });
}

// Records in the database that this process serves the site, for the console's first page.

type Options = {
  /** A pool that shoppers do not wait for. */
  database: Database;
  campaign: string;
  draw: CheckDraw;
  log: Pick<Log, 'warn'>;
};

const usualMs = 10_000;

export function startSiteHeartbeat(
  { database, campaign, draw, log }: Options,
  beatMs = usualMs,
): { stop(): Promise<void> } {
  const id = randomUUID();
  let isLogged = false;
  const beat = async () => {
    await recordSiteProcess(database, { campaign, id, draw: await draw() });
    isLogged = false;
  };
  const onError = (error: unknown) => {
    if (isLogged) return;
    isLogged = true;
    log.warn(
      { code: errorCode(error) },
      'Failed to record that this process serves the site. It will retry; if this continues, check the database.',
    );
  };
  const first = beat().catch(onError);
  const beats = repeat(beatMs, beat, onError);
  return {
    async stop() {
      await Promise.all([first, beats.stop()]);
      await removeSiteProcess(database, { campaign, id }).catch(onError);
    },
  };
}
