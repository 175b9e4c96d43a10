/** Spec 1, ANA-1. An event cannot carry personal data (ANA-3). */
export const trackedEvents = [
  'accept_privacy',
  'get_otp',
  'resend_otp',
  'verify_otp',
  'spin_wheel',
  'open_profile',
  'open_terms',
  'open_contact',
] as const;

export type TrackedEvent = (typeof trackedEvents)[number];
