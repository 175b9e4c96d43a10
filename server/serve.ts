// `npm run serve`: the site and its calls. Keeps no state: run as many as wanted behind one address.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readServeConfig } from './config.ts';
import { deckPlanOf } from './deck-plan.ts';
import { listening } from './listening.ts';
import { openLog } from './operations/log.ts';
import { buildProduction, closeSite } from './production.ts';
import { endSeconds, runProgram } from './program.ts';
import { stand } from './standing.ts';
import { prepareCampaign } from './storage/campaigns.ts';

const site = path.resolve(import.meta.dirname, '../web/dist');
const log = openLog('serve');

await runProgram(log, async (running) => {
  const config = readServeConfig();
  running.patience(config.drainSeconds + config.stopSeconds + endSeconds);
  const standing = await stand(config, running, log);
  const { campaign, database, health } = standing;
  await prepareCampaign(database, deckPlanOf(campaign));
  const app = await buildProduction({ ...standing, config, site, log });
  running.add('the site', () => closeSite(app, config.stopSeconds, log));
  const { host, port } = config;
  const address = await listening({ host, port }, { host: 'HOST', port: 'PORT' }, () =>
    app.listen({ host, port }),
  );
  running.add('the readiness', () => {
    health.stop();
    return pause(config.drainSeconds * 1000);
  });
  const places = { host, port: Number(new URL(address).port || 80) };
  return () => {
    const { metricsPort } = standing;
    log.info({ campaign: campaign.id, ...places, metricsPort }, 'Serving.');
    if (config.publicOrigin.startsWith('https:')) return;
    log.warn({}, 'PUBLIC_ORIGIN is plain http: what shoppers send can be read on its way.');
  };
});
