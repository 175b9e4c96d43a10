// As NTP does it: an answer says what the other clock showed at some moment between question and
// answer, so the slower it was, the less it says.

/** The other clock shows `baseMs` + `performance.now()`, give or take `errorMs`. */
export type ClockEstimate = { baseMs: number; errorMs: number; atMs: number };

/** How far two clocks may drift apart: twice what an ordinary quartz does. */
const driftPerMs = 1e-4;

/** @param sentAtMs by `performance.now()`, like `answeredAtMs` */
export function estimateOf(sentAtMs: number, timeMs: number, answeredAtMs: number): ClockEstimate {
  return {
    baseMs: timeMs - (sentAtMs + answeredAtMs) / 2,
    errorMs: (answeredAtMs - sentAtMs) / 2,
    atMs: answeredAtMs,
  };
}

/** The surer one, unless they contradict each other: then the other clock was set. */
export function betterEstimate(known: ClockEstimate, next: ClockEstimate): ClockEstimate {
  const errorMs = known.errorMs + (next.atMs - known.atMs) * driftPerMs;
  const isSet = Math.abs(next.baseMs - known.baseMs) > errorMs + next.errorMs;
  return isSet || next.errorMs <= errorMs ? next : { ...known, errorMs, atMs: next.atMs };
}
