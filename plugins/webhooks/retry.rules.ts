// When to resend an event that its receiver did not accept. Standard Webhooks recommends these
// pauses; after three days the event has failed.
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

export const retryMs = 72 * hourMs;

/**
 * @param tries including the one that has just failed
 * @param queuedAt when the event was first due, ms
 * @returns when it is due again, ms; undefined: it has failed
 */
export function nextTry(tries: number, queuedAt: number, now: number): number | undefined {
  const pauseMs = pausesMs[tries - 1] ?? pausesMs.at(-1) ?? 0;
  return now - queuedAt >= retryMs ? undefined : now + pauseMs;
}
