// The programme period, in Indian time (requirement CAM-4, ENT-7). Pure: the campaign clock comes
// in as ms.

const indianOffsetMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;
const graceMs = dayMs;

/** `YYYY-MM-DD` days of India, both included. */
export type Programme = { from: string; to: string };

/** The first ms of a day in India, as ms since 1970. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - indianOffsetMs;
}

/**
 * Where the programme stands. The period is half open: it ends as the day after its last begins.
 */
export function phaseOf(programme: Programme, now: number): 'notStarted' | 'open' | 'ended' {
  if (now < dayStart(programme.from)) return 'notStarted';
  return now < dayStart(programme.to) + dayMs ? 'open' : 'ended';
}

/**
 * Whether a verified participant may still have a reward granted: within the period and 24 hours
 * after.
 */
export function mayGrant(programme: Programme, now: number): boolean {
  return now >= dayStart(programme.from) && now < revealFrom(programme);
}

/** Whether the draw's secret may be revealed: no claim can come any more. */
export function mayReveal(programme: Programme, now: number): boolean {
  return now >= revealFrom(programme);
}

/** The first ms at which the secret may be revealed. */
export function revealFrom(programme: Programme): number {
  return dayStart(programme.to) + dayMs + graceMs;
}

/** The ms until the next day begins in India. */
export function untilTomorrow(now: number): number {
  return dayMs - ((((now + indianOffsetMs) % dayMs) + dayMs) % dayMs);
}

/** The day in India that a moment lies in, as `YYYY-MM-DD`. */
export function indianDay(now: number): string {
  return new Date(now + indianOffsetMs).toISOString().slice(0, 10);
}
