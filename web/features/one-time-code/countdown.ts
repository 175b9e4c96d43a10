// The seconds left until a moment. Pure: the clock comes in as an argument.

/**
 * @param deadline ms since 1970.
 * @param now ms since 1970, by the same clock.
 * @returns whole seconds, rounded up; 0 when the moment has come.
 */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
