// Says the same thing once in a while only. Knows no log.

/**
 * @param now ms, of any clock
 * @returns a function that runs `say` unless something of that key was said within the interval
 */
export function throttle(intervalMs: number, now: () => number) {
  const said = new Map<string, number>();
  return (key: string, say: () => void): void => {
    const last = said.get(key);
    if (last !== undefined && Math.abs(now() - last) < intervalMs) return;
    if (said.size > 1000) said.clear();
    said.set(key, now());
    say();
  };
}
