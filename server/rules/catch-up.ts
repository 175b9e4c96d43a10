// After an outage vouchers wait out their back-off, half an hour at most. The limits of the path
// keep the pace; how many are due grows with what it takes, so that it is not overrun.

/** How many times as many vouchers as were just accepted may be due. */
const growth = 4;
/** One failure among so many does not mean that the path fails. */
const acceptedPerFailure = 10;
const most = 10_000;
/** A voucher that was tried more lately keeps its back-off. */
export const triedLatelyMs = 5 * 60_000;

/**
 * @param recent attempts to send vouchers, since the last time
 * @returns how many vouchers are to be due
 */
export function vouchersToReschedule(recent: { accepted: number; failed: number }): number {
  if (recent.failed * acceptedPerFailure > recent.accepted) return 0;
  return Math.min(most, growth * recent.accepted);
}
