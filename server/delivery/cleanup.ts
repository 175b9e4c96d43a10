// The minute's sweep: secrets that are no longer needed are wiped, codes that came too late end, every debt has a
// job, and a debt that grows old is told. Any number of processes may sweep at once.
import { verifyRepeatMs } from '../rules/ceilings.ts';
import { boundBackOff, clearWornJobs, reviveJobs, wakeAllOwed } from '../storage/jobs.ts';
import { countOverdue, lapseStale, wipeCodes, wipePending } from '../storage/sweeps.ts';
import { errorCode } from './delivery-error.ts';
import type { DeliveryDependencies } from './context.ts';

/** How long a registration without a living code may still ask for another one: a device's ceilings look so far back. */
const pendingKeptMs = 2 * 3_600_000;
const dayMs = 24 * 3_600_000;
const lateDays = { warn: 2, error: 9 } as const;
const overdueAgainMs = 3_600_000;

/** @returns one round; it never throws */
export function createCleanup(
  door: Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'log'>,
) {
  const { database, campaign, clocks, log } = door;
  const tellOverdue = overdueAlarm(door);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => wipeCodes(database, campaign.id, clocks.wall()),
    () =>
      wipePending(database, campaign.id, clocks.wall(), {
        afterUseMs: verifyRepeatMs,
        afterExpiryMs: pendingKeptMs,
      }),
    () => lapseStale(database, campaign.id, clocks.wall()),
    async () => {
      const { added, revived } = await reviveJobs(database, campaign.id);
      if (added > 0)
        log.error(
          { added },
          'Messages were owed without a job; they have one again. Find out why.',
        );
      if (revived > 0)
        log.warn({ revived }, 'Vouchers had used up their attempts; they start again.');
    },
    () => wakeAllOwed(database, campaign.id),
    () => boundBackOff(database),
    () => clearWornJobs(database, campaign.id),
    tellOverdue,
  ];
  return async (): Promise<void> => {
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        log.warn(
          { code: errorCode(error) },
          'A step of the sweep failed. It is done again in a minute; if this goes on, check the database.',
        );
      }
    }
  };
}

/** Tells of vouchers that are owed too long: once an hour, and whenever their number changes. */
function overdueAlarm({
  database,
  campaign,
  clocks,
  log,
}: Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'log'>) {
  let told = { sentence: '', at: Number.NEGATIVE_INFINITY };
  return async () => {
    const now = clocks.wall();
    const before = [now - lateDays.error * dayMs, now - lateDays.warn * dayMs];
    const [escalated = 0, late = 0] = await countOverdue(database, campaign.id, before);
    if (late === 0) return;
    const level = escalated > 0 ? 'error' : 'warn';
    const owed = escalated > 0 ? escalated : late;
    const sentence = `${owed} vouchers have been owed for more than ${lateDays[level]} days; 10 are promised. Look at the stock and at the SMS provider.`;
    if (sentence === told.sentence && now - told.at < overdueAgainMs) return;
    told = { sentence, at: now };
    log[level]({ owed, days: lateDays[level] }, sentence);
  };
}
