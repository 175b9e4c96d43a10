// The eight events that are measured (Spec 1, Requirement ANA-1). An event is its name and nothing else: there is no
// place in it for a name, a number, a code or a key (Requirement ANA-3).

/** The names stay as they are: reports of the operators count by them. */
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
