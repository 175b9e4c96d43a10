import type { DeliveryDependencies } from '../../messages/delivery-dependencies.ts';
import { eraseWithdrawn } from '../../participants/own-erasure.sql.ts';
import { readDrawInForce } from '../../draw/ledger.sql.ts';
import { dayStart, dayMs, hourMs } from '../../platform/period.rules.ts';
import { dueAfter, retention } from '../../participants/retention.rules.ts';
import { verifyRepeatMs } from '../../codes/rate-limits.rules.ts';
import { promisedUntil, stockAlarm as alarmAt } from '../../vouchers/voucher-validity.rules.ts';
import { rescheduleAhead, rescheduleAllOwed } from '../../messages/reschedule.sql.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import {
  expireStaleMessages,
  wipeCodes,
  wipeRegistrations,
  batchRows,
  deleteNumberLimits,
  deletions,
} from '../../participants/cleanup.sql.ts';
import { reportMissingReceipts, type ReceiptDependencies } from '../../messages/receipts.job.ts';
import { errorCode } from '../../platform/errors.ts';
import { lateDays, lateMax, spelledLate } from '../../messages/delivery-limits.rules.ts';
import { readDebtsByDay } from '../../figures/delivery-debts.sql.ts';
import { readAmounts } from '../../figures/stock-now.sql.ts';
import { lookUpByKeys, readOnly } from '../../database/read-only.ts';

// Deletes each kind of personal data at the age that retention.rules.ts sets.

/** Maximum batches of one kind per run, so that a run ends within a minute even after a flood. */
const batchesMax = 10;

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
    `Withdrawn participations that cannot be erased: ${failed} (${code}). It is retried every minute. Look up this error of PostgreSQL.`,
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
  const steps: readonly (() => Promise<unknown> | undefined)[] = [
    () => wipeCodes(database, campaign.id, clocks.wall()),
    () =>
      wipeRegistrations(database, campaign.id, clocks.wall(), {
        afterUseMs: verifyRepeatMs,
        afterExpiryMs: registrationRetentionMs,
      }),
    ...serverPlugins.map(
      ({ tidy }) =>
        () =>
          tidy?.(database, campaign.id, clocks.wall()),
    ),
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

// Conditions that need a person: written to the log, and kept in the metrics.

type AlarmDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log' | 'onWatch'
>;

const stockIntervalMs = hourMs / 6;
const startMs = 60_000;

/** Logs overdue vouchers hourly, and whenever their number changes. */
function overdueAlarm({ database, campaign, clocks, log, onWatch }: AlarmDependencies) {
  const isDue = onceAnHour(clocks.wall);
  return async () => {
    const now = clocks.wall();
    const { days: debts } = await readOnly(database, async (connection) => {
      await lookUpByKeys(connection);
      return readDebtsByDay(connection, campaign.id, { now, max: lateMax });
    });
    const owedSince = (since: number) => {
      const old = debts.filter(({ days }) => days >= since);
      const held = old.reduce((sum, one) => sum + one.held, 0);
      return { held, all: old.reduce((sum, one) => sum + one.waiting + one.failed, held) };
    };
    const escalated = owedSince(lateDays.error).all;
    const late = owedSince(lateDays.warning).all;
    onWatch?.({ kind: 'overdue', days: lateDays.warning, count: late });
    onWatch?.({ kind: 'overdue', days: lateDays.error, count: escalated });
    if (late === 0) return;
    const level = escalated > 0 ? 'error' : 'warn';
    const owed = escalated > 0 ? escalated : late;
    const days = lateDays[escalated > 0 ? 'error' : 'warning'];
    const { held } = owedSince(days);
    const ofHeld = held === 0 ? '' : ` Of these, ${held} are held in the review of the console.`;
    const sentence = `${spelledLate(owed)} ${owed === 1 ? 'voucher has' : 'vouchers have'} been owed for more than ${days} days; ${lateDays.promised} are promised. The console lists them.${ofHeld}`;
    if (isDue(sentence)) log[level]({ owed, days }, sentence);
  };
}

/** Forecasts the stock, and logs each amount that is nearly used up, hourly. */
function stockAlarm({ database, campaign, clocks, log, onWatch }: AlarmDependencies) {
  const isDue = onceAnHour(clocks.wall);
  // Not while the workers start, because messages come first.
  let nextAt = clocks.wall() + startMs;
  return async () => {
    const now = clocks.wall();
    if (now < nextAt) return;
    // Set before the count, so that a count that fails is not repeated every minute.
    nextAt = now + stockIntervalMs;
    const aheadMs = clocks.campaign() - now;
    const rows = await readAmounts(database, campaign, { wall: now, aheadMs });
    const low: { amount: number; days: number }[] = [];
    for (const { amount, daysLeft } of rows) {
      onWatch?.({ kind: 'stock', amount, daysLeft });
      if (daysLeft !== null && daysLeft < alarmAt.warnDays) low.push({ amount, days: daysLeft });
    }
    if (low.length === 0 || !isDue(JSON.stringify(low))) return;
    for (const { amount, days } of low) {
      log[days < alarmAt.errorDays ? 'error' : 'warn'](
        { amount, days },
        `The voucher codes of Rs ${amount} last for ${days} more days at the present rate. Load more of them.`,
      );
    }
  };
}

/** Whether to log: an hour after the last time, or sooner if the text differs. */
function onceAnHour(clock: () => number): (what: string) => boolean {
  let last = { what: '', at: Number.NEGATIVE_INFINITY };
  return (what) => {
    const at = clock();
    if (what === last.what && at - last.at < hourMs) return false;
    last = { what, at };
    return true;
  };
}
