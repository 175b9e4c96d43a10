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
