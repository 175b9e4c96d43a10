// After an outage vouchers wait out their back-off, half an hour at most. The limits of the path
// keep the pace; how many are due grows with what it takes, so that it is not overrun.

/** How many times as many vouchers as were just accepted may be due. */
const growth = 4;
/** One failure among so many does not mean that the path fails. */
const acceptedPerFailure = 10;
const most = 10_000;
/** A third of those that were made due, or more, is taken before more are looked for. */
const shareTaken = 1 / 3;
/** A voucher that was tried more recently keeps its back-off. */
export const triedLatelyMs = 5 * 60_000;

/** @param lately attempts to send vouchers, in the last seconds */
export const doesFail = (lately: { accepted: number; failed: number }): boolean =>
  lately.failed * acceptedPerFailure > lately.accepted;

/**
 * @param accepted since the last time that vouchers were made due
 * @param wereDue after that time
 * @returns how many are to be due; 0: enough still are
 */
export function vouchersToReschedule(accepted: number, wereDue: number): number {
  if (accepted < wereDue * shareTaken) return 0;
  return Math.min(most, growth * accepted);
}
