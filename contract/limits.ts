// The constants that both sides of the wire need (Spec 9).
/** Code points of a participant's name, both ends included (Spec 5, 9). */
export const nameLength = { min: 3, max: 35 } as const;

/** Digits of an Indian mobile number (Spec 9). */
export const mobileDigits = 10;

/** Digits of a one-time password (Spec 9). */
export const otpDigits = 6;

/** Seconds before another code may be asked for (Spec 4, Home flow). */
export const resendAfterSeconds = 60;

/** Code points of an e-mail address (Spec 5). */
export const emailLengthMax = 80;

/**
 * Digits of an age (Spec 5), and the ages that may take part (Spec 1; 120 is a bound against typing
 * errors).
 */
export const ageDigitsMax = 3;
export const ageYears = { min: 18, max: 120 } as const;

/** How far a signed call's `t` may lie from the server's clock, either way (Protocol: Signing). */
export const clockSkewMaxMs = 5 * 60_000;

/** The largest request body the server reads, in bytes. */
export const bodyBytesMax = 16 * 1024;

/** A toast's life and the time rehydration of stored state may take (Spec 9). */
export const toastDurationMs = 5000;
export const rehydrateTimeoutMs = 5000;
