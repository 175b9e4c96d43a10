// The program `console` as a function. Any number can run at once.
import path from 'node:path';
import { loadForLaunch, type LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { readConsoleConfig } from './settings/console-config.ts';
import { logSettingsWarnings } from './settings/read-settings.ts';
import { startAlerts } from '../figures/alerts/send-alerts.job.ts';
import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import { buildConsoleApp } from '../console/app.ts';
import { createOpenIdProvider } from '../console/sign-in/openid-provider.ts';
import { numberKeysOf } from '../platform/keys.ts';
import { closeApp, listenOn } from '../platform/listen.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { createHealth, addHealthRoutes } from '../database/health.ts';
import { openProgramLog } from '../platform/log.ts';
import { openAside, openMigrated, recordRunning } from './resources.ts';
import { planOf } from '../draw/campaign-commitment.ts';
import { assertNoOtherCommitment } from '../draw/commitments.sql.ts';
import { assertOwnSecrets } from '../console/checks/own-secrets.ts';
import type { ClocksOf } from '../database/clocks.ts';

const site = path.resolve(import.meta.dirname, '../../console/dist');
const preview = path.resolve(import.meta.dirname, '../../web/preview/dist');
const connections = 8;
const sharedAddress =
  "CONSOLE_ORIGIN is https and TRUSTED_PROXIES is empty: behind a proxy all share its address, and one person's failures lock everybody. Set TRUSTED_PROXIES to the proxy's address.";

/** @param load loads a demonstration's campaign, in measurements and tests */
export async function runConsole(
  clocksOf: ClocksOf,
  load: LoadCampaign = loadForLaunch,
): Promise<void> {
  const log = openProgramLog('console');
  await runProgram(log, async (shutdown) => {
    const config = readConsoleConfig();
    const { databaseUrl, consoleHost: host, consolePort: port, consoleOrigin: origin } = config;
    const { stopSeconds, publicOrigin, trustedProxies } = config;
    logSettingsWarnings(log);
    shutdown.limitSeconds = stopSeconds + closeSeconds;
    const campaign = await load(config.campaign);
    const role = 'inaam_console';
    const database = await openMigrated(shutdown, databaseUrl, connections, 'general', role);
    // A campaign that has not committed yet is prepared and launched in the console.
    await assertNoOtherCommitment(database, planOf(campaign), campaign.fixed);
    await assertOwnSecrets(database, campaign.id, config.secrets);
    const { aside, clocks } = await openAside(shutdown, { databaseUrl, role, clocksOf });
    const health = createHealth({ serving: database, aside }, log);
    const keys = numberKeysOf(config.secrets, campaign.id);
    const { smsPricePaise: smsPaise, mail } = config;
    const app = await buildConsoleApp({
      database,
      clocks,
      campaign,
      keys,
      mail,
      loaderAccess: { databaseUrl, secrets: config.secrets },
      log,
      origin,
      publicOrigin,
      trustedProxies,
      openIdProvider:
        config.oidc &&
        createOpenIdProvider({ ...config.oidc, returnTo: `${origin}${signInReturnPath}` }),
      takesPasskeys: config.consolePasskeys === 'yes',
      smsPaise,
      site,
      preview,
      isStopping: () => health.isStopping(),
      addRoutes: (routes) => addHealthRoutes(routes, health),
    });
    shutdown.add('the answers', () => closeApp(app, stopSeconds, log));
    const alerts = startAlerts({ database, campaign, clocks, keys, smsPaise, log, mail, origin });
    shutdown.add('the alerts', () => alerts.stop());
    const names = { host: 'CONSOLE_HOST', port: 'CONSOLE_PORT' };
    const address = await listenOn({ host, port }, names, () => app.listen({ host, port }));
    const running = { database: aside, campaign: campaign.id, health, log };
    recordRunning(shutdown, { ...running, program: 'console' });
    shutdown.add('the readiness', () => health.stop());
    return () => {
      const listening = { host, port: Number(new URL(address).port || 80) };
      log.info({ campaign: campaign.id, ...listening }, 'The console is open.');
      if (origin.startsWith('https:') && trustedProxies.length === 0) {
        log.warn({}, sharedAddress);
      }
    };
  });
}
