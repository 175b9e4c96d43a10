/** About as long as a shopper waits. */
const totalMs = 60_000;
const leastMs = 1000;

/** The random share keeps many phones from returning at once. @returns ms, or undefined: give up */
export function createBusyBackoff(
  randomBelow: (bound: number) => number,
): (retryAfterSeconds: number) => number | undefined {
  let leftMs = totalMs;
  let growingMs = leastMs;
  return (retryAfterSeconds) => {
    const baseMs = Math.max(growingMs, retryAfterSeconds * 1000);
    const waitMs = baseMs + randomBelow(baseMs);
    if (waitMs > leftMs) return undefined;
    leftMs -= waitMs;
    growingMs = baseMs * 2;
    return waitMs;
  };
}
