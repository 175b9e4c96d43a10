import { setTimeout as pause } from 'node:timers/promises';

export type WorkerOptions<Item> = {
  /** Leases at most this many items that are due. */
  take: (max: number) => Promise<readonly Item[]>;
  /** Never rejects. */
  work: (item: Item) => Promise<void>;
  capacity: number;
  /** How often it looks without being woken; omitted: never. */
  pollMs?: number;
  /** Rest after a look, as a multiple of its duration: limits its share of the database's time. */
  restsPerLook: number;
  /** The longest rest, and the one after a look that failed. */
  restMs: number;
  onError: (error: unknown) => void;
};

export type Worker = {
  wake(): void;
  /** Resolves when the items in progress are done. */
  stop(): Promise<void>;
};

/** Takes items as long as there are any, and then when it is woken. */
export function startWorker<Item>(options: WorkerOptions<Item>): Worker {
  const { take, work, capacity, pollMs, restsPerLook, restMs, onError } = options;
  const inProgress = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isWoken = true;
  let wakeUp: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    wakeUp?.();
  };

  const start = (item: Item) => {
    const finish = async () => {
      await work(item);
      const wasFull = inProgress.size === capacity;
      inProgress.delete(finished);
      // Where more is due than fits, places are filled as soon as they are free.
      if (wasFull) wake();
    };
    const finished = finish();
    inProgress.add(finished);
  };
  const look = async () => {
    const places = capacity - inProgress.size;
    if (places === 0) return false;
    const items = await take(places);
    for (const item of items) start(item);
    return items.length === places;
  };
  const untilWoken = async () => {
    if (isWoken) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wakeUp = resolve;
    const timer = pollMs === undefined ? undefined : setTimeout(resolve, pollMs);
    await promise;
    clearTimeout(timer);
    wakeUp = undefined;
  };
  const run = async () => {
    for (;;) {
      await untilWoken();
      if (stopping.signal.aborted) return;
      isWoken = false;
      const from = performance.now();
      try {
        if ((await look()) && inProgress.size < capacity) isWoken = true;
      } catch (error) {
        onError(error);
        await rest(restMs, stopping.signal);
      }
      const tookMs = performance.now() - from;
      await rest(Math.min(tookMs * restsPerLook, restMs), stopping.signal);
    }
  };
  const running = run();
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
      await Promise.all(inProgress);
    },
  };
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  // A timer of less than a millisecond takes a whole one.
  if (ms >= 1) await pause(ms, undefined, { signal }).catch(() => undefined);
}
