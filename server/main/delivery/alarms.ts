// Conditions that need a person: written to the log, and kept in the metrics.
import { lateDays, lateMax, spelledLate } from '../../messages/delivery-limits.rules.ts';
import { stockAlarm as alarmAt } from '../../vouchers/voucher-validity.rules.ts';
import { readDebtsByDay } from '../../figures/delivery-debts.sql.ts';
import { readAmounts } from '../../figures/stock-now.sql.ts';
import { lookUpByKeys, readOnly } from '../../database/read-only.ts';
import type { DeliveryDependencies } from '../../messages/delivery-dependencies.ts';

export type AlarmDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log' | 'onWatch'
>;

const hourMs = 3_600_000;
const stockIntervalMs = hourMs / 6;
const startMs = 60_000;

/** Logs overdue vouchers hourly, and whenever their number changes. */
export function overdueAlarm({ database, campaign, clocks, log, onWatch }: AlarmDependencies) {
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
    const sentence = `${spelledLate(owed)} vouchers have been owed for more than ${days} days; ${lateDays.promised} are promised. The console lists them.${ofHeld}`;
    if (isDue(sentence)) log[level]({ owed, days }, sentence);
  };
}

/** Forecasts the stock, and logs each amount that is nearly used up, hourly. */
export function stockAlarm({ database, campaign, clocks, log, onWatch }: AlarmDependencies) {
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
