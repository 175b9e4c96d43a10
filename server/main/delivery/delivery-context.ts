import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';
import { fillSmsSettings } from '@inaam/campaigns/sms/sms-template.ts';
import { codeLifetimeMs, guardedLimits } from '../../codes/rate-limits.rules.ts';
import { createPath } from '../../sms/paths/sms-path.ts';
import {
  failMessages,
  expireMessages,
  leaseCodes,
  recordAttempts,
} from '../../messages/messages.sql.ts';
import { takeVouchers, type BoundPurchase } from '../../vouchers/take-vouchers.sql.ts';
import { entryOf } from '../storage.ts';
import { putBack } from '../../messages/outbox.sql.ts';
import { firstDue } from '../../messages/reschedule.sql.ts';
import { throttle, withoutRepeats } from '../../platform/timing.ts';
import type {
  DeliveryDependencies,
  DeliveryLog,
  Intervals,
} from '../../messages/delivery-dependencies.ts';

export type DeliveryContext = ReturnType<typeof createDeliveryContext>;

export function createDeliveryContext(
  dependencies: DeliveryDependencies,
  times: Pick<Intervals, 'sendMs' | 'placeMs'>,
) {
  const { database, campaign, clocks, host, keys, watches } = dependencies;
  // An outage fails thousands of messages.
  const log = withoutRepeats(dependencies.log, clocks.wall);
  const sms: Sms = {
    ...campaign.sms,
    otp: fillSmsSettings(campaign.sms.otp, { host, minutes: codeLifetimeMs / 60_000 }),
  };
  return {
    ...dependencies,
    log,
    sms,
    stopping: new AbortController(),
    paths: dependencies.paths.map((path) =>
      createPath(path, times, (isResting) => logResting(log, path.name, isResting)),
    ),
    wrongPurchase: (purchase: BoundPurchase | undefined) =>
      entryOf(campaign)?.wrongIn(purchase, { campaign, keys }),
    reportNoStock: throttle(60_000, clocks.wall),
    storage: {
      leaseCodes: leaseCodes(database, campaign.id, guardedLimits.codeLifetimeMs),
      takeVouchers: takeVouchers(database, campaign.id, clocks, watches),
      firstDue: firstDue(database, campaign.id),
      putBack: putBack(database, campaign.id),
      recordCodeAttempts: recordAttempts(database, campaign.id),
      recordVoucherAttempts: recordAttempts(database, campaign.id),
      expireMessages: expireMessages(database, campaign.id),
      failMessages: failMessages(database, campaign.id),
    },
  };
}

function logResting(log: DeliveryLog, path: string, isResting: boolean): void {
  if (isResting) {
    log.warn({ path }, 'An SMS path fails and rests. Codes take the next path, if any.');
  } else log.info({ path }, 'An SMS path works again.');
}
