import type { AllKeys } from '@inaam/server/platform/keys.ts';
import type { DeliveryDependencies } from '@inaam/server/main/delivery/delivery-dependencies.ts';
import { startDelivery } from '@inaam/server/main/delivery/start-delivery.ts';
import type { Shutdown } from '@inaam/server/platform/shutdown.ts';
import { mailboxProvider, type MailboxOptions } from '@inaam/server/messages/send-to-mailbox.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import { consoleLog } from '../console.ts';

type Delivering = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'> & {
  keys: AllKeys;
  onStored?: MailboxOptions['onStored'];
};

const smsHost = 'localhost';

/** Production's delivery, with a mailbox instead of phones. */
export async function startDemoDelivery(
  { database, campaign, keys, clocks, onStored }: Delivering,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<void> {
  const { id } = campaign;
  const provider = mailboxProvider({
    database,
    campaign: id,
    keys,
    clocks,
    ...(onStored && { onStored }),
  });
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    paths: [singlePath(provider)],
    log: consoleLog,
    host: smsHost,
  });
  shutdown.add('the delivery', () => delivery.stop());
}
