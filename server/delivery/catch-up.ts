// Drains what an outage has left, as soon as the provider takes vouchers again.
import { triedLatelyMs, vouchersToReschedule } from '../rules/catch-up.ts';
import type { SendOutcome } from '../sms/provider.ts';
import { rescheduleAssigned } from '../storage/messages/jobs.ts';
import type { DeliveryDependencies } from './context.ts';

export type CatchUp = {
  /** Of each attempt to send a voucher. */
  count(outcome: SendOutcome['kind']): void;
  run(): Promise<void>;
};

/** After a run that has left nothing to move, because it reads whole tables. */
const runsSkipped = 5;

export function createCatchUp({
  database,
  campaign,
  clocks,
}: Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>): CatchUp {
  let recent = { accepted: 0, failed: 0 };
  let toSkip = 0;
  return {
    count(outcome) {
      if (outcome === 'accepted') recent.accepted += 1;
      else if (outcome !== 'refusedForGood') recent.failed += 1;
    },
    async run() {
      const most = vouchersToReschedule(recent);
      recent = { accepted: 0, failed: 0 };
      if (toSkip > 0) toSkip -= 1;
      else if (most > 0) {
        const triedBefore = new Date(clocks.wall() - triedLatelyMs);
        const due = await rescheduleAssigned(database, campaign.id, { most, triedBefore });
        if (due < most) toSkip = runsSkipped;
      }
    },
  };
}
