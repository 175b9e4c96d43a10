// Estimates the server's clock, because a phone's clock may be wrong (Protocol: Signing).
export type ServerClock = {
  now: () => number;
  correct: (serverTimeMs: number) => void;
};

/** @param deviceNow ms since 1970, by the device's clock, right or wrong */
export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0;
  return {
    now: () => Math.round(deviceNow() + offsetMs),
    correct: (serverTimeMs) => {
      offsetMs = serverTimeMs - deviceNow();
    },
  };
}
