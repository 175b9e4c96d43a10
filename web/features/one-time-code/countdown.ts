// The seconds left until a moment. Pure: the clock comes in as an argument.

/**
 * @param deadline ms since 1970.
 * @param now ms since 1970, by the same clock.
 * @returns whole seconds, rounded up; 0 when the moment has come.
 */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** The moments of a countdown that are read out, in seconds. */
const marks = [0, 10, 30, 60];

/**
 * The last moment of the countdown that was to be read out: it changes four times in a minute.
 * @param left whole seconds; more than a minute, where a ceiling was met, is read out in whole minutes.
 */
export function markOf(left: number): number {
  return marks.find((mark) => left <= mark) ?? Math.ceil(left / 60) * 60;
}
