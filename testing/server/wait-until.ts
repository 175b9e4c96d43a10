import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `condition` until it returns something truthy.
 * @param limitMs only ends a test that has failed: generous, so that a loaded machine does not reach it
 */
export async function waitUntil<Found>(
  condition: () => Promise<Found> | Found,
  limitMs = 60_000,
): Promise<Found> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > deadline) {
      throw new Error(`The condition was not met within ${limitMs} ms: ${condition}`);
    }
    await pause(5);
  }
}
