import type { Runner, WorkerEvents } from 'graphile-worker';

type Stoppable = Pick<Runner, 'promise' | 'stop'>;

/**
 * When a pool has ended. graphile-worker 0.17.3 miscounts the statements that complete jobs if some
 * of them fail: having stopped its workers and returned its jobs it may wait for good for one that
 * has long ended, and nothing would be sent any more. So it is given up some time after that.
 * @param events of one pool
 * @param limitMs longer than a statement can take
 */
export function poolEnd(events: WorkerEvents, limitMs: number) {
  const { promise: isGivenUp, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const giveUpSoon = () => {
    timer ??= setTimeout(resolve, limitMs);
  };
  events.on('pool:gracefulShutdown:complete', giveUpSoon);
  events.on('pool:forcefulShutdown:complete', giveUpSoon);
  events.on('pool:forcefulShutdown:error', giveUpSoon);
  const settle = (ended: Promise<void>) => Promise.race([ended.catch(() => undefined), isGivenUp]);
  return {
    /** Neither rejects. */
    ended: async (runner: Stoppable) => {
      await settle(runner.promise);
      // Otherwise a process that stops would wait for it.
      clearTimeout(timer);
    },
    stop: (runner: Stoppable) => settle(runner.stop()),
  };
}
