// Operators accept some categories of SMS only at certain hours of Indian time, the same every day.
import { untilTomorrow } from '../platform/period.rules.ts';

/** Whole hours of Indian time; `until` is excluded. */
export type Hours = { from: number; until: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Nothing is sent this close to either end: the operator's clock may differ, and a message takes
 * seconds to reach it.
 */
const marginMs = 60_000;

const span = ({ from, until }: Hours) => ({
  opens: from * hourMs + marginMs,
  closes: until * hourMs - marginMs,
});

const timeOfDay = (now: number) => dayMs - untilTomorrow(now);

/** @returns ms until a message may be sent; 0: now */
export function waitForHours(hours: Hours, now: number): number {
  const { opens, closes } = span(hours);
  const time = timeOfDay(now);
  if (time < opens) return opens - time;
  return time < closes ? 0 : dayMs - time + opens;
}

/** @returns for how much of the time between two moments a message could be sent, ms */
export function sendableMs(hours: Hours, from: number, to: number): number {
  const { opens, closes } = span(hours);
  const untilThen = (moment: number) => {
    const time = timeOfDay(moment);
    const days = Math.round((moment - time) / dayMs);
    return days * (closes - opens) + Math.min(Math.max(time, opens), closes) - opens;
  };
  return untilThen(to) - untilThen(from);
}
