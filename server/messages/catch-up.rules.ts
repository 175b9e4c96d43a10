// After an outage vouchers wait for their back-off, up to half an hour. This brings them forward.
// The path's limits set the pace, and the number that is due grows with the number it accepts, so
// that it is not overrun.

/** This many times as many vouchers may be due as were just accepted. */
const growth = 4;
/** One failure among this many does not mean that the path fails. */
const acceptedPerFailure = 10;
const most = 10_000;
/** This share of the vouchers that were made due must be accepted before more are made due. */
const shareTaken = 1 / 3;
/** A voucher that was tried more recently keeps its back-off. */
export const triedLatelyMs = 5 * 60_000;

/** @param lately attempts to send vouchers in the last seconds */
export const doesFail = (lately: { accepted: number; failed: number }): boolean =>
  lately.failed * acceptedPerFailure > lately.accepted;

/**
 * @param accepted vouchers accepted since vouchers were last made due
 * @param wereDue how many were due after that
 * @returns how many should be due; 0: enough are still due
 */
export function vouchersToReschedule(accepted: number, wereDue: number): number {
  if (accepted < wereDue * shareTaken) return 0;
  return Math.min(most, growth * accepted);
}
