// How many codes this process sends at most, whatever is in the queue: the limits of `serve` are
// worth nothing if it was taken over. The queue may contain any number of codes then.

/** In a minute and in a day. */
export type CodeLimits = { minute: number; day: number };

export type CodeCeiling = {
  /** Counts a code that is about to be sent. @returns which limit is reached; undefined: send it */
  take: () => keyof CodeLimits | undefined;
};

const spans = { day: 86_400_000, minute: 60_000 } as const;

/**
 * @param now ms
 * @param sentToday by any process, before this one has started
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
        // A clock that was set back begins no window.
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
