import type { WorkerEvents } from 'graphile-worker';

/**
 * graphile-worker 0.17.3 does not wait for the return of the jobs that no worker has started when
 * its queue is released while nothing else is under way: it throws instead. If the return fails,
 * nobody handles that, and the process would end. So something is under way until the release.
 * @param events of one pool
 */
export function watchReturnedJobs(events: WorkerEvents): void {
  events.on('localQueue:init', ({ localQueue }) => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    events.on('localQueue:setMode', ({ newMode }) => {
      if (newMode === 'RELEASED') resolve();
    });
    // Private; without it the return could not be watched at all.
    localQueue['background'](released);
  });
}
