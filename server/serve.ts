// `npm run serve`: the site and its calls. Keeps no state: run as many as wanted behind one address.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withCommitment } from '@inaam/campaigns/loader/commitment-words.ts';
import { commitmentOf, lawsOf } from './commitment.ts';
import { readServeConfig } from './config.ts';
import { listenOn } from './lifecycle/listen.ts';
import { openLog } from './operations/log.ts';
import { buildProductionApp, closeApp } from './production-app.ts';
import { endSeconds, runProgram } from './lifecycle/run-program.ts';
import { openResources } from './lifecycle/resources.ts';
import { assertCommitted } from './storage/commitments.ts';

const site = path.resolve(import.meta.dirname, '../web/dist');
const log = openLog('serve');

await runProgram(log, async (running) => {
  const config = readServeConfig();
  running.patience(config.drainSeconds + config.stopSeconds + endSeconds);
  const standing = await openResources(config, running, log);
  const { database, health } = standing;
  const { document } = commitmentOf(standing.campaign, config.secrets.draw);
  const { hash } = await assertCommitted(database, document, lawsOf(standing.campaign));
  const campaign = withCommitment(standing.campaign, hash);
  const app = await buildProductionApp({ ...standing, campaign, config, site, log });
  running.add('the site', () => closeApp(app, config.stopSeconds, log));
  const { host, port } = config;
  const address = await listenOn({ host, port }, { host: 'HOST', port: 'PORT' }, () =>
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
