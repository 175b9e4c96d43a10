/** In code points (Spec 5, 9). */
export const nameLength = { min: 3, max: 35 } as const;

/** Spec 9. */
export const mobileDigits = 10;

/** Spec 9. */
export const otpDigits = 6;

/** Spec 4, Home flow. */
export const resendAfterSeconds = 60;

/** In code points (Spec 5). */
export const emailLengthMax = 80;

// Spec 1 and 5. 120 catches typing errors.
export const ageDigitsMax = 3;
export const ageYears = { min: 18, max: 120 } as const;

/** Spec 9: days until a voucher arrives, and years of its validity. */
export const voucherPromise = { days: 10, years: 1 } as const;

/** The last day of a voucher that begins on this one, `YYYY-MM-DD`. */
export function lastDayOfVoucher(first: string): string {
  const [year, rest] = [first.slice(0, 4), first.slice(4)];
  return `${Number(year) + voucherPromise.years}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** How much a signed call's `t` may differ from the server's clock (Protocol: Signing). */
export const clockSkewMaxMs = 5 * 60_000;

/** In characters: it is in addresses, cookies and settings. */
export const campaignIdLengthMax = 40;

export const bodyBytesMax = 16 * 1024;

/** Maximum length of a proof of work that is sent with a repeated call, in characters. */
export const proofLengthMax = 3000;

/** How long a toast is shown; also how long restoring stored state may take (Spec 9). */
export const toastDurationMs = 5000;
export const rehydrateTimeoutMs = 5000;

/** Protocol: Keys. */
export const accessTokenLifetimeMs = 12 * 3_600_000;

/** A number or a string (Spec 3, Spin result). `undefined` stops the spin without an error. */
export function readWinType(winType: unknown, amounts: readonly number[]): number | undefined {
  const amount =
    typeof winType === 'string' && /^[0-9]+$/.test(winType) ? Number(winType) : winType;
  return amounts.find((known) => known === amount);
}
