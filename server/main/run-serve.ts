// The program `serve` as a function. Stateless: any number of processes can run behind one address.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadForProduction, type LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import { planOf } from '../draw/campaign-commitment.ts';
import {
  addressProblem,
  assertRings,
  readServeConfig,
} from '../operator/settings/program-config.ts';
import { logSettingsWarnings } from '../operator/settings/read-settings.ts';
import { remoteCards } from '../draw/cards/remote-cards.ts';
import { acceptConnections, closeApp, listenOn } from '../platform/listen.ts';
import { followCampaign } from './follow-campaign.ts';
import { recordRunning } from '../database/processes.ts';
import { openResources } from './resources.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { openProgramLog } from '../platform/log.ts';
import { buildProductionApp } from './app.ts';
import type { SendBudget } from '../sms/send-budget.rules.ts';
import { assertCommitted } from '../draw/commitments.sql.ts';
import { assertOwnSecrets } from '../database/own-secrets.ts';
import type { ClocksOf } from '../database/clocks.ts';

const site = path.resolve(import.meta.dirname, '../../web/dist');

/**
 * @param budget for codes, in measurements where all shoppers share one address
 * @param load loads a demonstration's campaign, in measurements and tests
 */
export async function runServe(
  clocksOf: ClocksOf,
  budget?: SendBudget,
  load: LoadCampaign = loadForProduction,
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
    assertRings(folder, config.secrets);
    const plan = planOf(folder, config.secrets);
    const { hash } = await assertCommitted(database, plan);
    await assertOwnSecrets(database, folder.id, config.secrets);
    const campaign = withCommitment(folder, hash);
    const { readCards } = draw;
    const { stop, ...followed } = await followCampaign(resources.aside, campaign, log);
    shutdown.add('the look at the campaign', stop);
    const app = await buildProductionApp({
      ...resources,
      campaign,
      config,
      readCards,
      ...followed,
      site,
      log,
    });
    shutdown.add('the site', () => closeApp(app, config.stopSeconds, log));
    const { host, port } = config;
    const address = await listenOn({ host, port }, { host: 'HOST', port: 'PORT' }, () =>
      acceptConnections(app, { host, port }),
    );
    const running = { database: resources.aside, campaign: campaign.id, health, log };
    const flaw = () => (app.sharesAddress() ? 'proxy' : 'ready');
    recordRunning(shutdown, { ...running, program: 'serve', flaw });
    shutdown.add('the readiness', () => {
      health.stop();
      return wait(config.drainSeconds * 1000);
    });
    return () => {
      const listening = { host, port: Number(new URL(address).port || 80), metricsPort };
      log.info({ campaign: campaign.id, ...listening }, 'Serving.');
      void draw.check();
      const { publicOrigin, trustedProxies } = config;
      const problem = addressProblem('PUBLIC_ORIGIN', publicOrigin, trustedProxies);
      if (problem !== undefined) log.warn({}, problem);
    };
  });
}
