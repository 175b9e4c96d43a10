/** Fewer devices are not an overload, however slow: they wait for a single statement or lock. */
const devicesLeast = 32;
const windowMs = 500;

export type CallDelay = {
  /**
   * Call it when the request has been read, and the result when the call is answered.
   * @param device undefined if the call names none; it counts as one of its own
   */
  begin: (device: string | undefined) => () => void;
  /**
   * Mean over the calls of the last second, ms; 0 while there are few. Of each device, one call per
   * half second counts: calls of one device wait for each other, whatever the load.
   */
  meanMs: () => number;
};

type Window = { from: number; ms: number; calls: number; devices: Set<string> };

const windowFrom = (from: number): Window => ({ from, ms: 0, calls: 0, devices: new Set() });

/** @param now milliseconds of a monotonic clock */
export function createCallDelay(now: () => number = () => performance.now()): CallDelay {
  const inFlight = new Map<string | symbol, number>();
  let window = windowFrom(0);
  let before = window;
  const turn = (at: number) => {
    if (at - window.from < windowMs) return;
    const isNext = at - window.from < 2 * windowMs;
    before = isNext ? window : windowFrom(at);
    window = windowFrom(at);
  };
  const count = (device: string | undefined, ms: number) => {
    if (device !== undefined) {
      if (window.devices.has(device)) return;
      window.devices.add(device);
    }
    window.calls += 1;
    window.ms += ms;
  };
  return {
    begin(device) {
      const begunAt = now();
      const who = device ?? Symbol('a call without a device');
      inFlight.set(who, (inFlight.get(who) ?? 0) + 1);
      return () => {
        const left = (inFlight.get(who) ?? 0) - 1;
        if (left > 0) inFlight.set(who, left);
        else inFlight.delete(who);
        const at = now();
        turn(at);
        count(device, at - begunAt);
      };
    },
    meanMs() {
      if (inFlight.size < devicesLeast) return 0;
      turn(now());
      const calls = before.calls + window.calls;
      return calls === 0 ? 0 : (before.ms + window.ms) / calls;
    },
  };
}
