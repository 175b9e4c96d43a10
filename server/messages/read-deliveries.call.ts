import { lateDays } from './delivery-limits.rules.ts';
import { readDebtsByDay, readReasons } from '../figures/delivery-debts.sql.ts';
import { readOnly } from '../database/read-only.sql.ts';
import { countHeld } from '../review/figures.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';

/** More of one kind or reason are not counted one by one. */
const countMost = 3000;
const heldMost = 1000;
/** Of a provider that says something else each time. */
const reasonsMost = 100;

export const readDeliveries: ConsoleHandler<'readDeliveries'> = async ({
  database,
  clocks,
  campaign,
}) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    debts: await readDebtsByDay(connection, campaign.id, { now, most: countMost }),
    reasons: await readReasons(connection, campaign.id, { reasonsMost, countMost: countMost + 1 }),
    held: await countHeld(connection, campaign.id, heldMost + 1),
  }));
  return {
    at: Math.round(clocks.campaign()),
    days: lateDays,
    debts: found.debts.days,
    held: Math.min(found.held.held, heldMost),
    heldIsMore: found.held.held > heldMost,
    countedMost: found.debts.isAll ? null : countMost,
    reasons: found.reasons.map(({ reason, count }) => ({
      reason,
      count: Math.min(count, countMost),
      isMore: count > countMost,
    })),
  };
};
