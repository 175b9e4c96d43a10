// Sends what an outage has delayed as soon as the provider accepts messages again, codes first.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import {
  doesFail,
  triedLatelyMs,
  vouchersToReschedule,
} from '../../messages/delivery-limits.rules.ts';
import type { SendOutcome } from '../../sms/provider.ts';
import { rescheduleAssigned, rescheduleCodes } from '../../messages/reschedule.sql.ts';
import type { DeliveryDependencies } from './delivery-dependencies.ts';

export type Rescheduler = {
  /** Of each attempt to send a message. */
  count(kind: SmsKind, outcome: SendOutcome['kind']): void;
  /** A code was not accepted, by a path that fails or rests, and waits for its next try. */
  retryCodesSoon(): void;
  run(): Promise<void>;
};

/**
 * Runs to skip (a minute) after one that found nothing to reschedule, because it reads whole
 * tables.
 */
const runsSkipped = 29;
/** The second run finds codes that the failed try still had leased in the first. */
const runsWithCodes = 2;

export function createRescheduler({
  database,
  campaign,
  clocks,
}: Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>): Rescheduler {
  let lately = nothing();
  let runsForCodes = 0;
  /** Since vouchers were last made due, with the number that were due then. */
  let accepted = 0;
  let wereDue = 0;
  let toSkip = 0;
  const startAgain = () => {
    accepted = 0;
    wereDue = 0;
  };

  const retryVouchers = async (vouchers: Counts) => {
    if (doesFail(vouchers)) startAgain();
    else accepted += vouchers.accepted;
    if (toSkip > 0) {
      toSkip -= 1;
      startAgain();
      return;
    }
    const max = vouchersToReschedule(accepted, wereDue);
    if (max === 0) return;
    const triedBefore = new Date(clocks.wall() - triedLatelyMs);
    const due = await rescheduleAssigned(database, campaign.id, { max, triedBefore });
    startAgain();
    wereDue = due;
    if (due < max) toSkip = runsSkipped;
  };
  /** Codes are worthless after five minutes, and their back-off may be a minute by now. */
  const retryCodes = async ({ otp, voucher }: Record<SmsKind, Counts>) => {
    const all = { accepted: otp.accepted + voucher.accepted, failed: otp.failed + voucher.failed };
    if (runsForCodes === 0 || all.accepted === 0 || doesFail(all)) return;
    runsForCodes -= 1;
    await rescheduleCodes(database, campaign.id);
  };
  return {
    count(kind, outcome) {
      if (outcome === 'accepted') lately[kind].accepted += 1;
      else if (outcome !== 'refusedForGood') lately[kind].failed += 1;
    },
    retryCodesSoon() {
      runsForCodes = runsWithCodes;
    },
    async run() {
      const justNow = lately;
      lately = nothing();
      await retryCodes(justNow);
      await retryVouchers(justNow.voucher);
    },
  };
}

type Counts = { accepted: number; failed: number };

const nothing = (): Record<SmsKind, Counts> => ({
  otp: { accepted: 0, failed: 0 },
  voucher: { accepted: 0, failed: 0 },
});
