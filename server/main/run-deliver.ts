// The program `deliver` as a function. Any number can run at once.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { loadForProduction, type LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { planOf } from '../draw/campaign-commitment.ts';
import {
  assertRings,
  readDeliverConfig,
  type DeliverConfig,
} from '../operator/settings/program-config.ts';
import { logSettingsWarnings } from '../operator/settings/read-settings.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { createCeiling, voucherLimitsOf } from '../messages/delivery-limits.rules.ts';
import { withoutRepeats } from '../platform/timing.ts';
import { createCleanup } from './delivery/cleanup.job.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { deliveryKeysOf } from '../platform/keys.ts';
import { recordRunning } from '../database/processes.ts';
import { openResources } from './resources.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { openProgramLog } from '../platform/log.ts';
import { addPluginGauges } from './operations/gauges.ts';
import { countJob, keepWatched } from '../platform/metrics.ts';
import { mailboxProvider, type MailboxOptions } from '../messages/mailbox.sql.ts';
import { singlePath } from '../sms/paths/sms-path.ts';
import { openPaths } from '../sms/paths/read-path-file.ts';
import type { SmsProvider } from '../sms/provider.ts';
import { budgetPoolsOf, type DrawDocument } from '../draw/commitment.rules.ts';
import { assertCommitted } from '../draw/commitments.sql.ts';
import { countSentOfDay } from '../messages/deliveries.sql.ts';
import { assertOwnSecrets } from '../database/own-secrets.ts';
import type { Database } from '../database/database.ts';
import type { ClocksOf } from '../database/clocks.ts';

type DeliverOptions = {
  clocksOf: ClocksOf;
  /** Replaces SMS_PROVIDER in measurements and attacks. */
  providerOf?: (options: MailboxOptions) => SmsProvider;
  /** Loads a demonstration's campaign, in measurements and tests. */
  load?: LoadCampaign;
};

const mailboxWarning =
  'SMS_PROVIDER is mailbox: nothing is sent to real phones. Messages are stored in the database.';

export async function runDeliver({
  clocksOf,
  providerOf,
  load = loadForProduction,
}: DeliverOptions): Promise<void> {
  const log = openProgramLog('deliver');
  await runProgram(log, async (shutdown) => {
    const config = readDeliverConfig();
    logSettingsWarnings(log);
    shutdown.limitSeconds = config.stopSeconds + closeSeconds;
    const resources = await openResources(config, shutdown, log, { clocksOf, load });
    const { campaign, database, aside, clocks, health, metrics, metricsPort } = resources;
    addPluginGauges(metrics.registry, aside, campaign.id);
    const { document } = await assertCommitted(database, planOf(campaign));
    assertRings(campaign, config.secrets);
    await assertOwnSecrets(database, campaign.id, config.secrets);
    const keys = deliveryKeysOf(config.secrets, campaign.id);
    const mailbox = { database, campaign: campaign.id, keys, clocks };
    const { sms } = config;
    const isMailbox = sms.kind === 'mailbox' && !providerOf;
    const paths =
      sms.kind === 'paths' && !providerOf
        ? openPaths(sms.paths)
        : [singlePath((providerOf ?? mailboxProvider)(mailbox))];
    const delivery = await startDelivery({
      database,
      campaign,
      keys,
      clocks,
      paths,
      log: withoutRepeats(log),
      variables: config.variables,
      host: new URL(config.publicOrigin).hostname,
      ceilings: await ceilingsOf(config, aside, document, clocks.wall),
      onJob: (job) => countJob(metrics, job),
      onWatch: (seen) => keepWatched(metrics, seen),
    });
    const { variables, smsPricePaise: smsPaise } = config;
    const cleanUp = (one: ServerCampaign) =>
      createCleanup({ database, campaign: one, clocks, log })();
    const own = { database, campaign, clocks, keys, smsPaise, log, variables, cleanUp };
    const starting = serverPlugins.map(async (plugin) => plugin.deliver?.(own));
    // All at once: a plugin that stalls must not use up the time that SMS need to finish.
    shutdown.add('the delivery and the plugins', async () => {
      const stopping = starting.map(async (started) => (await started)?.stop());
      await Promise.allSettled([delivery.stop(), ...stopping]);
    });
    await Promise.all(starting);
    const running = { database: aside, campaign: campaign.id, health, log };
    const flaw = () => (isMailbox ? 'mailbox' : 'ready');
    recordRunning(shutdown, { ...running, program: 'deliver', flaw });
    shutdown.add('the readiness', () => health.stop());
    return () => {
      if (isMailbox) log.warn({}, mailboxWarning);
      log.info({ campaign: campaign.id, metricsPort }, 'Delivering.');
    };
  });
}

/** The limits of this process, and what it and others have sent today. */
async function ceilingsOf(
  { codeLimits, voucherLimits }: DeliverConfig,
  database: Database,
  document: DrawDocument,
  wall: () => number,
) {
  const count = (kind: SmsKind) => countSentOfDay(database, document.campaign, kind, wall());
  const rewards = budgetPoolsOf(document).reduce((sum, { planned }) => sum + planned, 0);
  const limits = voucherLimitsOf(rewards, voucherLimits);
  return {
    codes: createCeiling(codeLimits, wall, await count('otp')),
    vouchers: createCeiling(limits, wall, await count('voucher')),
  };
}
