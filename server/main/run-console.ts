// The program `console` as a function. Any number can run at once.
import path from 'node:path';
import {
  loadCampaign,
  loadForProduction,
  type LoadCampaign,
} from '@inaam/campaigns/loader/load-campaign.ts';
import { addressProblem, readConsoleConfig } from '../operator/settings/program-config.ts';
import {
  campaignsOf,
  logSettingsWarnings,
  ownVariables,
  settingsOf,
} from '../operator/settings/read-settings.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { addPlugins, buildConsoleApp, type ConsoleOptions } from './console-app.ts';
import { numberKeysOf } from '../platform/keys.ts';
import { closeApp, listenOn } from '../platform/listen.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { createHealth, addHealthRoutes } from '../database/health.ts';
import type { Database } from '../database/database.ts';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { InaamError } from '../platform/errors.ts';
import { openProgramLog, type Log } from '../platform/log.ts';
import type { OwnSecrets } from '../platform/secret-checks.ts';
import { recordRunning } from '../database/processes.ts';
import { openMigrated } from '../database/schema/applied-migrations.ts';
import { openAside } from './resources.ts';
import { planOf } from '../draw/campaign-commitment.ts';
import { assertNoOtherCommitment, readCommitment } from '../draw/commitments.sql.ts';
import { assertOwnSecrets } from '../database/own-secrets.ts';
import type { ClocksOf } from '../database/clocks.ts';

const site = path.resolve(import.meta.dirname, '../../console/dist');
const connections = 8;

/** @param load loads a demonstration's campaign, in measurements and tests */
export async function runConsole(clocksOf: ClocksOf, load?: LoadCampaign): Promise<void> {
  const log = openProgramLog('console');
  await runProgram(log, async (shutdown) => {
    const config = readConsoleConfig();
    const { databaseUrl, consoleHost: host, consolePort: port, consoleOrigin: origin } = config;
    const { stopSeconds, publicOrigin, trustedProxies } = config;
    logSettingsWarnings(log);
    shutdown.limitSeconds = stopSeconds + closeSeconds;
    const role = 'inaam_console';
    const database = await openMigrated(shutdown, databaseUrl, connections, 'general', role);
    const open = (id: string) => openCampaign(id, { load, database, secrets: config.secrets });
    const { campaign, keys } = await open(config.campaign);
    const sites = installedSites();
    const further = [...sites.keys(), ...config.consoleCampaigns].filter(
      (id) => id !== campaign.id,
    );
    const furtherCampaigns = (await openFurther(further, open, log)).map((one) => ({
      ...one,
      publicOrigin: sites.get(one.campaign.id),
    }));
    const { aside, clocks } = await openAside(shutdown, { databaseUrl, role, clocksOf });
    const health = createHealth({ serving: database, aside }, log);
    const { smsPricePaise: smsPaise, variables } = config;
    const app = await buildConsoleApp({
      database,
      clocks,
      campaign,
      keys,
      variables,
      furtherCampaigns,
      loaderAccess: { databaseUrl, secrets: config.secrets },
      log,
      origin,
      publicOrigin,
      trustedProxies,
      ...Object.assign({}, ...serverPlugins.map(({ signIn }) => signIn?.({ origin, variables }))),
      smsPaise,
      site,
      isStopping: () => health.isStopping(),
      addRoutes: (routes) => addHealthRoutes(routes, health),
    });
    shutdown.add('the answers', () => closeApp(app, stopSeconds, log));
    for (const own of [{ campaign, keys }, ...furtherCampaigns]) {
      await addPlugins(shutdown, { database, clocks, smsPaise, log, variables, ...own });
    }
    const names = { host: 'CONSOLE_HOST', port: 'CONSOLE_PORT' };
    const address = await listenOn({ host, port }, names, () => app.listen({ host, port }));
    const campaigns = [campaign, ...furtherCampaigns.map((one) => one.campaign)];
    for (const { id } of campaigns) {
      const running = { database: aside, campaign: id, health, log };
      recordRunning(shutdown, { ...running, program: 'console' });
    }
    shutdown.add('the readiness', () => health.stop());
    return () => {
      const listening = { host, port: Number(new URL(address).port || 80) };
      const [first, ...others] = campaigns.map(({ id }) => id);
      log.info({ campaign: first, ...listening }, 'The console is open.');
      for (const id of others) log.info({ campaign: id }, 'The console has this campaign too.');
      const problem = addressProblem('CONSOLE_ORIGIN', origin, trustedProxies);
      if (problem !== undefined) log.warn({}, problem);
    };
  });
}

/** By campaign, of those that are installed beside this one. */
const installedSites = () =>
  new Map(
    campaignsOf({ ...ownVariables(), INAAM_CAMPAIGN: undefined }).map(({ id, variables }) => [
      id,
      settingsOf('console', variables)['PUBLIC_ORIGIN'],
    ]),
  );

type Opened = NonNullable<ConsoleOptions['furtherCampaigns']>[number];
type Given = {
  load: LoadCampaign | undefined;
  database: Database;
  secrets: OwnSecrets & Parameters<typeof numberKeysOf>[0];
};

/**
 * Before its commitment a campaign may have what blocks a launch: it is mended in the console.
 * @throws InaamError, CampaignError
 */
async function openCampaign(id: string, { load, database, secrets }: Given): Promise<Opened> {
  const isCommitted = (await readCommitment(database, id)) !== undefined;
  const campaign = await (load ?? (isCommitted ? loadForProduction : loadCampaign))(id);
  await assertNoOtherCommitment(database, planOf(campaign));
  await assertOwnSecrets(database, campaign.id, secrets);
  return { campaign, keys: numberKeysOf(secrets, campaign.id) };
}

/** One that cannot be opened is left out and reported: the others are needed. */
async function openFurther(
  ids: readonly string[],
  open: (id: string) => Promise<Opened>,
  log: Log,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const id of new Set(ids)) {
    try {
      opened.push(await open(id));
    } catch (error) {
      if (!(error instanceof InaamError || error instanceof CampaignError)) throw error;
      log.error({ campaign: id }, `This campaign is left out of the console. ${error.message}`);
    }
  }
  return opened;
}
