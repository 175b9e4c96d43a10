/**
 * The scope of one session of the page. It is over when the next one starts or when the session
 * fails. Then its calls are cut off, and what it began changes nothing any more.
 */
export type Round = {
  /** Screens of earlier rounds are unmounted by this key. */
  readonly number: number;
  readonly signal: AbortSignal;
  /** Settles as `work` does, but never once the round is over: the caller's screen is gone. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Ends this round. @returns the next one */
  readonly next: () => Round;
};

export function createRound(number = 0): Round {
  const end = new AbortController();
  const { signal } = end;
  return {
    number,
    signal,
    during: (work) =>
      new Promise((resolve, reject) => {
        work.then(
          (value) => signal.aborted || resolve(value),
          (error: unknown) => signal.aborted || reject(error),
        );
      }),
    next: () => {
      end.abort();
      return createRound(number + 1);
    },
  };
}
