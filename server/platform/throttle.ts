type Line = (facts: Readonly<Record<string, string | number | boolean>>, sentence: string) => void;
type Lines = { info: Line; warn: Line; error: Line };

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
export function withoutRepeats(log: Lines, now = () => performance.now()): Lines {
  const report = throttle(60_000, now);
  const once =
    (level: keyof Lines): Line =>
    (facts, sentence) =>
      report(JSON.stringify([level, sentence, facts]), () => log[level](facts, sentence));
  return { info: once('info'), warn: once('warn'), error: once('error') };
}
