import type { DeliveryLog } from '../context.ts';

/** @param now milliseconds of any clock */
export function throttle(intervalMs: number, now: () => number) {
  const lastRuns = new Map<string, number>();
  return (key: string, run: () => void): void => {
    const last = lastRuns.get(key);
    if (last !== undefined && Math.abs(now() - last) < intervalMs) return;
    if (lastRuns.size > 1000) lastRuns.clear();
    lastRuns.set(key, now());
    run();
  };
}

/**
 * Leaves out a line that is equal to one of the last minute: while the database is away, several
 * tasks fail every second.
 */
export function withoutRepeats(log: DeliveryLog, now = () => performance.now()): DeliveryLog {
  const report = throttle(60_000, now);
  const once =
    (level: keyof DeliveryLog): DeliveryLog[typeof level] =>
    (facts, sentence) =>
      report(JSON.stringify([level, sentence, facts]), () => log[level](facts, sentence));
  return { info: once('info'), warn: once('warn'), error: once('error') };
}
