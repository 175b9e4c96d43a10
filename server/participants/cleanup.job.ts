import { verifyRepeatMs } from '../codes/rate-limits.rules.ts';
import { promisedUntil } from '../vouchers/voucher-validity.rules.ts';
import { rescheduleAhead, rescheduleAllOwed } from '../messages/reschedule.sql.ts';
import { closeQuestions } from '../questions/ask-questions.sql.ts';
import { expireStaleMessages, wipeCodes, wipeRegistrations } from './cleanup.sql.ts';
import { overdueAlarm, stockAlarm, type AlarmDependencies } from '../main/delivery/alarms.ts';
import { reportMissingReceipts, type ReceiptDependencies } from '../messages/receipts.job.ts';
import { deletionSteps } from './delete-expired.job.ts';
import { errorCode } from '../platform/errors.ts';

/** The longest rate-limit window of a device, after which it may request another code. */
const registrationRetentionMs = 2 * 3_600_000;

/** @returns one cleanup run; it never throws */
export function createCleanup(
  dependencies: AlarmDependencies & ReceiptDependencies,
): () => Promise<void> {
  const { database, campaign, clocks, log } = dependencies;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => wipeCodes(database, campaign.id, clocks.wall()),
    () =>
      wipeRegistrations(database, campaign.id, clocks.wall(), {
        afterUseMs: verifyRepeatMs,
        afterExpiryMs: registrationRetentionMs,
      }),
    () => closeQuestions(database, campaign.id, clocks.wall()),
    () => expireStaleMessages(database, campaign.id, clocks.wall()),
    () => rescheduleAllOwed(database, campaign.id, promisedUntil(clocks.campaign())),
    () => rescheduleAhead(database, campaign.id),
    ...deletionSteps(dependencies),
    () => reportMissingReceipts(dependencies),
    overdueAlarm(dependencies),
    stockAlarm(dependencies),
  ];
  return async () => {
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        log.warn(
          { code: errorCode(error) },
          'A cleanup step failed and will be retried in a minute. If this continues, check the database.',
        );
      }
    }
  };
}
