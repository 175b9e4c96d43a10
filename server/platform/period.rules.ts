export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const indianOffsetMs = 5.5 * hourMs;
const graceMs = dayMs;

/** Indian days, `YYYY-MM-DD`, both included (CAM-4, ENT-7). */
export type Programme = { from: string; to: string };

/** @returns the first ms of an Indian day `YYYY-MM-DD`, as ms since 1970 */
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

/** @returns the first ms at which the draw's secret may be published */
export function revealFrom(programme: Programme): number {
  return dayStart(programme.to) + dayMs + graceMs;
}

/** @returns `YYYY-MM-DD` */
export function dayAfter(day: string): string {
  return indianDay(dayStart(day) + dayMs);
}

/** @returns ms until the next Indian day */
export function untilTomorrow(now: number): number {
  return dayMs - ((((now + indianOffsetMs) % dayMs) + dayMs) % dayMs);
}

/** @returns `YYYY-MM-DD` */
export function indianDay(now: number): string {
  return new Date(now + indianOffsetMs).toISOString().slice(0, 10);
}

const date = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium' });
/** "6 May 2025" */
export const indianDate = (at: number): string => date.format(at);

/**
 * How far the campaign's clock is ahead of the wall clock, ms. In whole seconds, so that a
 * millisecond between the two readings does not count, and hours remain whole hours.
 */
export function campaignAheadMs(clocks: { wall: () => number; campaign: () => number }): number {
  return Math.round((clocks.campaign() - clocks.wall()) / 1000) * 1000;
}
