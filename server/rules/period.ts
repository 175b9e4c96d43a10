const indianOffsetMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;
const graceMs = dayMs;

/** Indian days, `YYYY-MM-DD`, both included (CAM-4, ENT-7). */
export type Programme = { from: string; to: string };

export function dayStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - indianOffsetMs;
}

export function phaseOf(programme: Programme, now: number): 'notStarted' | 'open' | 'ended' {
  if (now < dayStart(programme.from)) return 'notStarted';
  return now < dayStart(programme.to) + dayMs ? 'open' : 'ended';
}

/** Until 24 hours after the end (CAM-4). */
export function mayGrant(programme: Programme, now: number): boolean {
  return now >= dayStart(programme.from) && now < revealFrom(programme);
}

export function mayReveal(programme: Programme, now: number): boolean {
  return now >= revealFrom(programme);
}

export function revealFrom(programme: Programme): number {
  return dayStart(programme.to) + dayMs + graceMs;
}

export function untilTomorrow(now: number): number {
  return dayMs - ((((now + indianOffsetMs) % dayMs) + dayMs) % dayMs);
}

export function indianDay(now: number): string {
  return new Date(now + indianOffsetMs).toISOString().slice(0, 10);
}
