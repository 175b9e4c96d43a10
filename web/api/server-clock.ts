// A phone's clock may be wrong (Protocol: Signing).
export type ServerClock = {
  now: () => number;
  correct: (serverTimeMs: number) => void;
};

export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0;
  return {
    now: () => Math.round(deviceNow() + offsetMs),
    correct: (serverTimeMs) => {
      offsetMs = serverTimeMs - deviceNow();
    },
  };
}
