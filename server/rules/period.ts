// The programme period in Indian time (CAM-4, ENT-7).

const indianOffsetMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;
const graceMs = dayMs;

/** Indian days, `YYYY-MM-DD`, both included. */
export type Programme = { from: string; to: string };

/** Start of an Indian day, ms since 1970. */
export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - indianOffsetMs;
}

/** The period is half open: it ends when the day after its last begins. */
export function phaseOf(programme: Programme, now: number): 'notStarted' | 'open' | 'ended' {
  if (now < dayStart(programme.from)) return 'notStarted';
  return now < dayStart(programme.to) + dayMs ? 'open' : 'ended';
}

/** Verified participants may claim until 24 hours after the end. */
export function mayGrant(programme: Programme, now: number): boolean {
  return now >= dayStart(programme.from) && now < revealFrom(programme);
}

/** Once no claim is possible any more. */
export function mayReveal(programme: Programme, now: number): boolean {
  return now >= revealFrom(programme);
}

export function revealFrom(programme: Programme): number {
  return dayStart(programme.to) + dayMs + graceMs;
}

/** Milliseconds until the next Indian day. */
export function untilTomorrow(now: number): number {
  return dayMs - ((((now + indianOffsetMs) % dayMs) + dayMs) % dayMs);
}

/** The Indian day of a moment, `YYYY-MM-DD`. */
export function indianDay(now: number): string {
  return new Date(now + indianOffsetMs).toISOString().slice(0, 10);
}
