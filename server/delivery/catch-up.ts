// Sends what an outage has left as soon as the provider accepts vouchers again.
import { doesFail, triedLatelyMs, vouchersToReschedule } from '../rules/catch-up.ts';
import type { SendOutcome } from '../sms/provider.ts';
import { rescheduleAssigned } from '../storage/messages/jobs.ts';
import type { DeliveryDependencies } from './context.ts';

export type CatchUp = {
  /** Of each attempt to send a voucher. */
  count(outcome: SendOutcome['kind']): void;
  run(): Promise<void>;
};

/** Runs to skip (a minute) after one that found nothing to reschedule: it reads whole tables. */
const runsSkipped = 29;

export function createCatchUp({
  database,
  campaign,
  clocks,
}: Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>): CatchUp {
  let lately = { accepted: 0, failed: 0 };
  /** Since vouchers were made due, and how many then were. */
  let accepted = 0;
  let wereDue = 0;
  let toSkip = 0;
  const startAgain = () => {
    accepted = 0;
    wereDue = 0;
  };
  return {
    count(outcome) {
      if (outcome === 'accepted') lately.accepted += 1;
      else if (outcome !== 'refusedForGood') lately.failed += 1;
    },
    async run() {
      const justNow = lately;
      lately = { accepted: 0, failed: 0 };
      if (doesFail(justNow)) startAgain();
      accepted += doesFail(justNow) ? 0 : justNow.accepted;
      if (toSkip > 0) {
        toSkip -= 1;
        startAgain();
        return;
      }
      const most = vouchersToReschedule(accepted, wereDue);
      if (most === 0) return;
      const triedBefore = new Date(clocks.wall() - triedLatelyMs);
      const due = await rescheduleAssigned(database, campaign.id, { most, triedBefore });
      startAgain();
      wereDue = due;
      if (due < most) toSkip = runsSkipped;
    },
  };
}
