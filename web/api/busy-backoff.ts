// How long a call waits before it is repeated when the server is overloaded (503).

/** About as long as a shopper waits; then a message is shown. */
const totalMs = 60_000;
const leastMs = 1000;

/**
 * Each wait is at least `Retry-After` and twice the one before, plus a random share up to the same
 * again, so that a crowd does not return at once.
 * @returns ms; undefined when the waits would be too long together
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
