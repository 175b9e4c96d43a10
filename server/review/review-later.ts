// While no rule holds vouchers, sending does not wait for the review. The vouchers of a few seconds
// are then measured together after they were sent, so that the review hardly slows a shopper's
// journey.
import { holdsVouchers } from './review.rules.ts';
import { readSettings } from './settings.sql.ts';
import { reviewVouchers, type ReviewDependencies } from './review-vouchers.job.ts';

export type Review = {
  /** Call it before a voucher is taken for sending. */
  before: (messageId: string) => Promise<void>;
  /** Measures postponed vouchers, and reads which rules hold vouchers. */
  measurePostponed: () => Promise<void>;
};

/** Beyond this limit they are measured one by one, so that memory is limited. */
const waitingMax = 5000;

export function createReview(dependencies: ReviewDependencies): Review {
  const { database, campaign } = dependencies;
  const measureAndHold = reviewVouchers(dependencies);
  const measure = reviewVouchers(dependencies, { mayHold: false });
  let isHolding = false;
  let waiting = new Set<string>();
  return {
    async before(messageId) {
      if (isHolding) await measureAndHold.one(messageId);
      else if (waiting.size < waitingMax) waiting.add(messageId);
      else await measure.one(messageId);
    },
    async measurePostponed() {
      isHolding = holdsVouchers(await readSettings(database, campaign.id));
      const due = [...waiting];
      waiting = new Set();
      await Promise.all(
        due.map((messageId) =>
          measure.one(messageId).catch((error: unknown) => {
            waiting.add(messageId);
            throw error;
          }),
        ),
      );
    },
  };
}
