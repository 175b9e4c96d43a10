// Work that is done again and again, one round at a time. A round that fails is told and does not end the others.

/**
 * Runs `work` after each pause until stopped.
 * @returns stop: comes back when the round under way is over
 */
export function repeat(
  pauseMs: number,
  work: () => Promise<void>,
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } {
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = work().catch(onFault).then(wait);
    }, pauseMs);
  };
  wait();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
