// When a person has to look after vouchers and workers.
import { voucherPromise } from '@inaam/contract/limits.ts';

/** Days since a voucher became owed. Of the ten days, the issuer's people need one. */
export const lateDays = { warning: 2, error: 9, promised: voucherPromise.days } as const;

/** What failed and nobody settles grows, and an alarm asks every minute: no more are counted. */
export const lateMost = 10_000;

export const spelledLate = (count: number): string =>
  count < lateMost ? count.toLocaleString('en-IN') : `${lateMost.toLocaleString('en-IN')} or more`;

const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a voucher arrives as promised (Spec 9). Both days are `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/** How often one voucher can be sent again; a constraint of the table checks the same. */
export const resendsMost = 3;

/** With a heartbeat every ten seconds, it has missed four. */
export const siteSilentMs = 45_000;

/** Together with the intervals of heartbeat and poll, releases a dead worker's jobs within 60 s. */
export const workerSilentMs = 45_000;
