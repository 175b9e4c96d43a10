// The server's clock as well as this device knows it: its own clock and the last difference seen. Keeps phones
// with a wrong clock in the game (Protocol: Signing).
export type ServerClock = {
  /** ms since 1970 by the server's clock. */
  now: () => number;
  /** Takes over what the server says its clock is, right now. */
  correct: (serverTimeMs: number) => void;
};

/** @param deviceNow ms since 1970 by the device's own clock, right or wrong. */
export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0;
  return {
    now: () => Math.round(deviceNow() + offsetMs),
    correct: (serverTimeMs) => {
      offsetMs = serverTimeMs - deviceNow();
    },
  };
}
