// When a program that ended is started again.

const firstSeconds = 1;
const longestSeconds = 30;
/** A program that ran this long was healthy. */
const healthySeconds = 60;

export type Run = {
  /** How long it ran. */
  seconds: number;
  /** Whether it ended by itself before it was ready: settings are wrong, or a port is taken. */
  refused: boolean;
};

/** @param before the pause before this run; 0 before the first */
export function pauseSeconds(before: number, { seconds, refused }: Run): number {
  if (refused) return longestSeconds;
  if (seconds >= healthySeconds || before === 0) return firstSeconds;
  return Math.min(2 * before, longestSeconds);
}
