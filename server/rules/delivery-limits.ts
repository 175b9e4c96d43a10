// When a person has to look after vouchers and workers.

/** Of a voucher that is owed or has failed. The issuer's people need a day of the ten. */
export const lateDays = { warning: 2, error: 9, promised: 10 } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** The last day on which a voucher comes as promised (Spec 9). Both `YYYY-MM-DD`. */
export function voucherDueDay(rewardDay: string): string {
  const dueMs = Date.parse(`${rewardDay}T00:00:00Z`) + lateDays.promised * dayMs;
  return new Date(dueMs).toISOString().slice(0, 10);
}

/** How often one voucher can be sent again; the table checks it, too. */
export const resendsMost = 3;

/** With heartbeat and poll, the jobs of a dead worker are released within 60 s. */
export const workerSilentMs = 45_000;
