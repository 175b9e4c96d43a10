// How long a call waits before it is repeated when the server is overloaded (503).

/** About as long as a shopper waits; after that a message is shown. */
const totalMs = 60_000;
const leastMs = 1000;

/**
 * Each wait is at least `Retry-After` and at least twice the one before, plus a random share of up
 * to the same again, so that many phones do not return at once.
 * @returns ms; undefined if the waits together would be too long
 */
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
