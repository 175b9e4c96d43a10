/** The timeout does not cancel `work`. */
export async function withTimeout<Result, Timeout>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: Timeout,
): Promise<Result | Timeout> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Timeout>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout), limitMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Pauses before each run. `stop` resolves when the current run is over. */
export function repeat(
  pauseMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let current = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      current = work().catch(onError).then(schedule);
    }, pauseMs);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

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
 * Drops a line that equals one of the last minute: while the database is down, several tasks fail
 * every second.
 */
export function withoutRepeats(log: Lines, now = () => performance.now()): Lines {
  const report = throttle(60_000, now);
  const once =
    (level: keyof Lines): Line =>
    (facts, sentence) =>
      report(JSON.stringify([level, sentence, facts]), () => log[level](facts, sentence));
  return { info: once('info'), warn: once('warn'), error: once('error') };
}

/** Calls within `keepMs` share one promise. */
export function memoizeFor<Result>(
  keepMs: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= keepMs) last = { at, result: work() };
    return last.result;
  };
}
