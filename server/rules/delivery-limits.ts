// When a person has to look after vouchers and workers.

/** Of a voucher that is owed or has failed. The issuer's people need a day of the ten. */
export const lateDays = { warning: 2, error: 9, promised: 10 } as const;

/** How often one voucher can be sent again; the table checks it, too. */
export const resendsMost = 3;

/** With heartbeat and poll, the jobs of a dead worker are released within 60 s. */
export const workerSilentMs = 45_000;
