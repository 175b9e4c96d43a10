import { verifyRepeatMs } from '../rules/rate-limits.ts';
import { promisedUntil } from '../rules/voucher-validity.ts';
import {
  boundBackOff,
  removeExhaustedJobs,
  reviveJobs,
  rescheduleAllOwed,
} from '../storage/messages/jobs.ts';
import {
  countOverdue,
  expireStaleMessages,
  wipeCodes,
  wipeRegistrations,
} from '../storage/personal-data/cleanup.ts';
import { deletionSteps } from './delete-expired.ts';
import { errorCode } from '../sms/error-code.ts';
import type { DeliveryDependencies } from './context.ts';

/** The longest rate-limit window of a device: until then it may request another code. */
const registrationRetentionMs = 2 * 3_600_000;
const dayMs = 24 * 3_600_000;
const lateDays = { warn: 2, error: 9 } as const;
const overdueIntervalMs = 3_600_000;

type CleanupDependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'log'>;

/** @returns one run of the cleanup; it never throws */
export function createCleanup(dependencies: CleanupDependencies): () => Promise<void> {
  const { database, campaign, clocks, log } = dependencies;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => wipeCodes(database, campaign.id, clocks.wall()),
    () =>
      wipeRegistrations(database, campaign.id, clocks.wall(), {
        afterUseMs: verifyRepeatMs,
        afterExpiryMs: registrationRetentionMs,
      }),
    () => expireStaleMessages(database, campaign.id, clocks.wall()),
    async () => {
      const { added, revived } = await reviveJobs(database, campaign.id);
      if (added > 0)
        log.error({ added }, 'Owed messages had no job; new jobs were created. Find out why.');
      if (revived > 0)
        log.warn(
          { revived },
          'Some vouchers had used up their attempts; their attempts start again.',
        );
    },
    () => rescheduleAllOwed(database, campaign.id, promisedUntil(clocks.campaign())),
    () => boundBackOff(database),
    () => removeExhaustedJobs(database, campaign.id),
    ...deletionSteps(dependencies),
    overdueAlarm(dependencies),
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

/** Logs overdue vouchers once an hour, and whenever their number changes. */
function overdueAlarm({ database, campaign, clocks, log }: CleanupDependencies) {
  let last = { sentence: '', at: Number.NEGATIVE_INFINITY };
  return async () => {
    const now = clocks.wall();
    const before = [now - lateDays.error * dayMs, now - lateDays.warn * dayMs];
    const [escalated = 0, late = 0] = await countOverdue(database, campaign.id, before);
    if (late === 0) return;
    const level = escalated > 0 ? 'error' : 'warn';
    const owed = escalated > 0 ? escalated : late;
    const sentence = `${owed} vouchers have been owed for more than ${lateDays[level]} days; 10 are promised. Check the stock and the SMS provider.`;
    if (sentence === last.sentence && now - last.at < overdueIntervalMs) return;
    last = { sentence, at: now };
    log[level]({ owed, days: lateDays[level] }, sentence);
  };
}
