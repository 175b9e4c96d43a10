const figures = new Intl.NumberFormat('en-IN');

/** Grouped as in India: 40,00,000. */
export const rupees = (amount: number): string => figures.format(amount);

/** ISO, UTC. @param at ms */
export const formatTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** @param amount whole rupees of a voucher */
export const messageKind = (kind: 'otp' | 'voucher', amount: number | null): string =>
  kind === 'otp' ? 'one-time code' : `voucher of Rs ${amount ?? '?'}`;
