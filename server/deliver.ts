// `npm run deliver`. Any number of processes can run.
import { planOf } from './commitment.ts';
import { readDeliverConfig } from './config.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { deliveryKeysOf } from './keys/keys.ts';
import { openResources } from './lifecycle/resources.ts';
import { closeSeconds, runProgram } from './lifecycle/run-program.ts';
import { openLog } from './operations/log.ts';
import { countJob } from './operations/metrics.ts';
import { mailboxProvider } from './sms/mailbox.ts';
import { assertCommitted } from './storage/commitments.ts';

const log = openLog('deliver');

await runProgram(log, async (shutdown) => {
  const config = readDeliverConfig();
  shutdown.limitSeconds = config.stopSeconds + closeSeconds;
  const resources = await openResources(config, shutdown, log);
  const { campaign, database, clocks, health, metrics, metricsPort } = resources;
  await assertCommitted(database, planOf(campaign), campaign.fixed);
  const keys = deliveryKeysOf(config.secrets, campaign.id);
  const provider = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    provider,
    log,
    host: new URL(config.publicOrigin).hostname,
    onJob: (job) => countJob(metrics, job),
  });
  shutdown.add('the delivery', () => delivery.stop());
  shutdown.add('the readiness', () => health.stop());
  return () => {
    log.warn(
      {},
      'SMS_PROVIDER is mailbox: nothing is sent to real phones. Messages are kept in the database.',
    );
    log.info({ campaign: campaign.id, metricsPort }, 'Delivering.');
  };
});
