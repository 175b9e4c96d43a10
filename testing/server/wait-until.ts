import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `condition` until it returns a truthy value.
 * @param limitMs generous, so that only failed tests reach it, not loaded machines
 */
export async function waitUntil<Found>(
  condition: () => Promise<Found> | Found,
  limitMs = 120_000,
): Promise<NonNullable<Found>> {
  const deadline = Date.now() + limitMs;
  // Polls less often over time: polling slows down what it waits for.
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.2, 100)) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > deadline) {
      throw new Error(`The condition was not met within ${limitMs} ms: ${String(condition)}`);
    }
    await pause(pauseMs);
  }
}
