// Like NTP: an answer tells what the other clock showed at some moment between question and answer,
// so a slow answer is less precise.

/** The other clock shows `baseMs` + `performance.now()`, plus or minus `errorMs`. */
export type ClockEstimate = { baseMs: number; errorMs: number; atMs: number };

/** How far two clocks may drift apart: twice the drift of ordinary quartz. */
const driftPerMs = 1e-4;

/** @param sentAtMs `performance.now()` then, like `answeredAtMs` */
export function estimateOf(sentAtMs: number, timeMs: number, answeredAtMs: number): ClockEstimate {
  return {
    baseMs: timeMs - (sentAtMs + answeredAtMs) / 2,
    errorMs: (answeredAtMs - sentAtMs) / 2,
    atMs: answeredAtMs,
  };
}

/**
 * Returns the more precise estimate. If they contradict each other the other clock was set, and the
 * newer one counts.
 */
export function betterEstimate(known: ClockEstimate, next: ClockEstimate): ClockEstimate {
  const errorMs = known.errorMs + (next.atMs - known.atMs) * driftPerMs;
  const isSet = Math.abs(next.baseMs - known.baseMs) > errorMs + next.errorMs;
  return isSet || next.errorMs <= errorMs ? next : { ...known, errorMs, atMs: next.atMs };
}
