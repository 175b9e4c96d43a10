import type { DeliveryDependencies } from '../../messages/delivery-dependencies.ts';
import { eraseWithdrawn } from '../../participants/own-erasure.sql.ts';
import { readDrawInForce } from '../../draw/ledger.sql.ts';
import { dayStart } from '../../platform/period.rules.ts';
import { dueAfter, retention } from '../../participants/retention.rules.ts';
import { verifyRepeatMs } from '../../codes/rate-limits.rules.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { rescheduleAhead, rescheduleAllOwed } from '../../messages/reschedule.sql.ts';
import { closeQuestions } from '../../questions/ask-questions.sql.ts';
import {
  expireStaleMessages,
  wipeCodes,
  wipeRegistrations,
  batchRows,
  deleteNumberLimits,
  deletions,
} from '../../participants/cleanup.sql.ts';
import { overdueAlarm, stockAlarm, type AlarmDependencies } from './alarms.ts';
import { reportMissingReceipts, type ReceiptDependencies } from '../../messages/receipts.job.ts';
import { errorCode } from '../../platform/errors.ts';

// Deletes each kind of personal data at the age that retention.rules.ts sets.

/** Maximum batches of one kind per run, so that a run ends within a minute even after a flood. */
const batchesMax = 10;
const dayMs = 86_400_000;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

/** @returns one step per kind of data, so that a failing step does not stop the others */
function deletionSteps(dependencies: Dependencies): (() => Promise<void>)[] {
  const { database, campaign, clocks } = dependencies;
  const steps = deletions.map(
    ({ days, deleteBatch }) =>
      () =>
        repeatBatches(() =>
          deleteBatch(database, campaign.id, new Date(dueAfter(days, clocks.wall()))),
        ),
  );
  return [...steps, () => deleteNumbers(dependencies)];
}

async function eraseAfterVouchers({ database, campaign, log }: AlarmDependencies): Promise<void> {
  const { failed, code } = await eraseWithdrawn(database, campaign.id);
  if (failed === 0) return;
  log.error(
    { failed, code },
    `Withdrawn participations that cannot be erased: ${failed}, by ${code}. It is tried every minute. Look up this error of PostgreSQL.`,
  );
}

async function deleteNumbers({ database, campaign, clocks }: Dependencies): Promise<void> {
  const inForce = await readDrawInForce(database, campaign.id);
  const end = dayStart(inForce?.lastDay ?? campaign.programme.to) + dayMs;
  if (clocks.campaign() < end + retention.numbers.days * dayMs) return;
  await repeatBatches(() => deleteNumberLimits(database, campaign.id));
}

async function repeatBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await deleteBatch()) < batchRows) return;
  }
}

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
    () => eraseAfterVouchers(dependencies),
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
