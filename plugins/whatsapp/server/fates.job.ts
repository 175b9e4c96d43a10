import { errorCode } from '@inaam/server/platform/errors.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import type { DeliveryOwn } from '../../server-plugin.ts';
import { concludeStatuses, wantFailed } from './fates.sql.ts';
import { accountOf } from '../settings.ts';

const everyMs = 1000;

type Own = Pick<DeliveryOwn, 'database' | 'campaign' | 'clocks' | 'log' | 'variables'>;

/** In `deliver`, where the campaign has WhatsApp. */
export function startFates(own: Own, pauseMs = everyMs): { stop(): Promise<void> } {
  const { database, campaign, clocks, log } = own;
  if (!campaign.whatsapp || !accountOf(own.variables)) return { stop: () => Promise.resolve() };
  const isSmsFirst = campaign.whatsapp.first === 'sms';
  const conclude = async () => {
    for (const id of await concludeStatuses(database, campaign.id, clocks.wall())) {
      log.warn({ message: id }, 'WhatsApp did not deliver a voucher: it goes by SMS.');
    }
    if (!isSmsFirst) return;
    for (const id of await wantFailed(database, campaign.id, clocks.wall())) {
      log.warn({ message: id }, 'The SMS of a voucher failed: it goes by WhatsApp.');
    }
  };
  return repeat(pauseMs, conclude, (error) =>
    log.warn(
      { code: errorCode(error) },
      'What WhatsApp said of messages could not be applied and will be retried. If this continues, check the database.',
    ),
  );
}
