// `deliver` as a function. Any number of processes can run.
import { planOf } from './commitment.ts';
import { readDeliverConfig } from './config.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { deliveryKeysOf } from './keys/keys.ts';
import { openResources } from './lifecycle/resources.ts';
import { closeSeconds, runProgram } from './lifecycle/run-program.ts';
import { openLog } from './operations/log.ts';
import { countJob, keepWatched } from './operations/metrics.ts';
import type { MailboxOptions } from './sms/mailbox.ts';
import type { SmsProvider } from './sms/provider.ts';
import { assertCommitted } from './storage/draw/commitments.ts';
import type { ClocksOf } from './time/clocks.ts';

type DeliverOptions = {
  clocksOf: ClocksOf;
  providerOf: (options: MailboxOptions) => SmsProvider;
  /** What the operator must know about the provider, logged once the program is up. */
  warning?: string;
};

export async function runDeliver({ clocksOf, providerOf, warning }: DeliverOptions): Promise<void> {
  const log = openLog('deliver');
  await runProgram(log, async (shutdown) => {
    const config = readDeliverConfig();
    shutdown.limitSeconds = config.stopSeconds + closeSeconds;
    const resources = await openResources(config, shutdown, log, clocksOf);
    const { campaign, database, clocks, health, metrics, metricsPort } = resources;
    await assertCommitted(database, planOf(campaign), campaign.fixed);
    const keys = deliveryKeysOf(config.secrets, campaign.id);
    const delivery = await startDelivery({
      database,
      campaign,
      keys,
      clocks,
      provider: providerOf({ database, campaign: campaign.id, keys, clocks }),
      log,
      host: new URL(config.publicOrigin).hostname,
      concurrency: config.concurrency,
      onJob: (job) => countJob(metrics, job),
      onWatch: (seen) => keepWatched(metrics, seen),
    });
    shutdown.add('the delivery', () => delivery.stop());
    shutdown.add('the readiness', () => health.stop());
    return () => {
      if (warning !== undefined) log.warn({}, warning);
      log.info({ campaign: campaign.id, metricsPort }, 'Delivering.');
    };
  });
}
