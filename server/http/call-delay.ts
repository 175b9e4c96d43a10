/** Fewer calls are not an overload, however slow: they wait for a single statement or lock. */
const crowd = 32;
const windowMs = 500;

export type CallDelay = {
  /** Call it when the request has been read, and the result when the call is answered. */
  begin: () => () => void;
  /** Mean over the calls of the last second, ms; 0 while there are few. */
  meanMs: () => number;
};

/** @param now milliseconds of a monotonic clock */
export function createCallDelay(now: () => number = () => performance.now()): CallDelay {
  let inFlight = 0;
  let window = { from: 0, calls: 0, ms: 0 };
  let before = window;
  const turn = (at: number) => {
    if (at - window.from < windowMs) return;
    const isNext = at - window.from < 2 * windowMs;
    before = isNext ? window : { from: at, calls: 0, ms: 0 };
    window = { from: at, calls: 0, ms: 0 };
  };
  return {
    begin() {
      const begunAt = now();
      inFlight += 1;
      return () => {
        inFlight -= 1;
        const at = now();
        turn(at);
        window.calls += 1;
        window.ms += at - begunAt;
      };
    },
    meanMs() {
      if (inFlight < crowd) return 0;
      turn(now());
      const calls = before.calls + window.calls;
      return calls === 0 ? 0 : (before.ms + window.ms) / calls;
    },
  };
}
