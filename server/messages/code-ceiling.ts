// Limits how many codes this process sends. The limits of `serve` are worthless if `serve` is
// compromised: the queue may then contain any number of codes.

export type CodeLimits = { minute: number; day: number };

export type CodeCeiling = {
  /**
   * Counts a code that is about to be sent. @returns the limit that is reached; undefined: send it
   */
  take: () => keyof CodeLimits | undefined;
};

const spans = { day: 86_400_000, minute: 60_000 } as const;

/**
 * @param now ms
 * @param sentToday by any process, before this one started
 */
export function createCodeCeiling(
  limits: CodeLimits,
  now: () => number,
  sentToday: number,
): CodeCeiling {
  const windows = (['day', 'minute'] as const).map((span) => ({
    span,
    from: now(),
    count: span === 'day' ? sentToday : 0,
  }));
  return {
    take() {
      for (const window of windows) {
        // Setting the clock back begins no window.
        if (now() - window.from >= spans[window.span]) {
          window.from = now();
          window.count = 0;
        }
      }
      const full = windows.find(({ span, count }) => count >= limits[span]);
      if (full) return full.span;
      for (const window of windows) window.count += 1;
      return undefined;
    },
  };
}
