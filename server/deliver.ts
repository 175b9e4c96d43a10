// `npm run deliver`: sends one-time codes and vouchers. Run as many as wanted; each job is done by one of them.
import { lawsOf, planOf } from './commitment.ts';
import { readDeliverConfig } from './config.ts';
import { startDelivery } from './delivery/start-delivery.ts';
import { deliveryKeysOf } from './keys/keys.ts';
import { openLog } from './operations/log.ts';
import { countJob } from './operations/metrics.ts';
import { endSeconds, runProgram } from './lifecycle/run-program.ts';
import { mailboxProvider } from './sms/mailbox.ts';
import { openResources } from './lifecycle/resources.ts';
import { assertCommitted } from './storage/commitments.ts';

const log = openLog('deliver');

await runProgram(log, async (running) => {
  const config = readDeliverConfig();
  running.patience(config.stopSeconds + endSeconds);
  const { campaign, database, clocks, health, meters, metricsPort } = await openResources(
    config,
    running,
    log,
  );
  await assertCommitted(database, planOf(campaign), lawsOf(campaign));
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
    onJob: (job) => countJob(meters, job),
  });
  running.add('the delivery', () => delivery.stop());
  running.add('the readiness', () => health.stop());
  return () => {
    log.warn(
      {},
      'SMS_PROVIDER is mailbox: nothing is sent to real phones. Messages are kept in the database.',
    );
    log.info({ campaign: campaign.id, metricsPort }, 'Delivering.');
  };
});
