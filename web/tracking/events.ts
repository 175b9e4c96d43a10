/**
 * The measured events (Spec 1, Requirement ANA-1). An event is only its name: it cannot carry
 * personal data (ANA-3). Operators' reports count by these names.
 */
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
