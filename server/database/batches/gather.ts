// Items that arrive while a batch is in flight are written together by the next one, so that a
// burst of visitors needs hardly more statements than one visitor.
import { InaamError } from '../../platform/errors.ts';

/** Nothing was done; the item can be sent again later. */
export class TooManyWaiting extends InaamError {
  override name = 'TooManyWaiting';
}

export type Settled<Out> = PromiseSettledResult<Out>;

/**
 * Takes items with distinct conflict keys; returns one settled result per item, in order. A promise
 * of one: the next batches do not wait for it, but later items with its conflict keys do.
 */
export type SettleBatch<In, Out> = (
  batch: readonly In[],
) => Promise<readonly (Settled<Out> | Promise<Settled<Out>>)[]>;

type Waiting<In, Out> = {
  item: In;
  conflictKeys: readonly string[];
  resolve: (value: Out) => void;
  reject: (reason: unknown) => void;
};

/** Keeps batches short, and thereby the time for which rows are locked. */
const itemsMax = 100;
/** Items beyond this limit would wait longer than a shopper does. */
export const waitingMax = 2000;
/**
 * Limit per conflict key. Items with the same key need separate batches, so one device could
 * otherwise fill the queue and block everybody else.
 */
export const waitingOfKeyMax = 100;

/**
 * Runs one batch at a time. Items that share a conflict key keep their order and are never in the
 * same batch. An accepted item is run even if its caller stops waiting. Items beyond `waitingMax`,
 * or beyond `waitingOfKeyMax` with one key, are rejected with `TooManyWaiting`.
 * @param mutex for batches that would wait for each other's locks; more items can join meanwhile
 */
export function gather<In, Out>(
  run: SettleBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[],
  mutex: Mutex = createMutex(),
): (item: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  const waitingOfKeys = countKeys();
  /** Of items that are settled later. */
  const laterKeys = countKeys();
  let isRunning = false;

  const runQueue = async () => {
    isRunning = true;
    while (nextBatch(queue, laterKeys).batch.length > 0) {
      await mutex(async () => {
        // Requests that have already reached the process still join; a single visitor does not
        // wait.
        await requestsOfThisTurn();
        const { batch, left } = nextBatch(queue, laterKeys);
        queue = left;
        for (const { conflictKeys } of batch) waitingOfKeys.remove(conflictKeys);
        await runBatch(batch, run, settleLater);
      });
    }
    isRunning = false;
  };

  const settleLater = async (waiting: Waiting<In, Out>, result: Promise<Settled<Out>>) => {
    laterKeys.add(waiting.conflictKeys);
    settle(waiting, await result);
    laterKeys.remove(waiting.conflictKeys);
    if (!isRunning) void runQueue();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= waitingMax) {
        throw new TooManyWaiting(`${waitingMax} items wait for the database.`);
      }
      const conflictKeys = conflictKeysOf(item);
      if (waitingOfKeys.max(conflictKeys) >= waitingOfKeyMax) {
        throw new TooManyWaiting(`${waitingOfKeyMax} items with one key wait for the database.`);
      }
      waitingOfKeys.add(conflictKeys);
      queue.push({ item, conflictKeys, resolve, reject });
      if (!isRunning) void runQueue();
    });
}

function countKeys() {
  const counts = new Map<string, number>();
  return {
    max: (keys: readonly string[]) => Math.max(0, ...keys.map((key) => counts.get(key) ?? 0)),
    add(keys: readonly string[]) {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(keys: readonly string[]) {
      for (const key of keys) {
        const left = (counts.get(key) ?? 0) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    },
  };
}

const requestsOfThisTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

function nextBatch<In, Out>(
  queue: readonly Waiting<In, Out>[],
  laterKeys: Pick<ReturnType<typeof countKeys>, 'max'>,
) {
  const batch: Waiting<In, Out>[] = [];
  const left: Waiting<In, Out>[] = [];
  const taken = new Set<string>();
  for (const [index, waiting] of queue.entries()) {
    if (batch.length === itemsMax) return { batch, left: [...left, ...queue.slice(index)] };
    const { conflictKeys } = waiting;
    const isFree =
      laterKeys.max(conflictKeys) === 0 && conflictKeys.every((key) => !taken.has(key));
    (isFree ? batch : left).push(waiting);
    // Also for an item that must wait, so that a later item with the same key cannot overtake it.
    for (const key of conflictKeys) taken.add(key);
  }
  return { batch, left };
}

/** Never rejects. */
async function runBatch<In, Out>(
  batch: readonly Waiting<In, Out>[],
  run: SettleBatch<In, Out>,
  settleLater: (waiting: Waiting<In, Out>, result: Promise<Settled<Out>>) => Promise<void>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, waiting] of batch.entries()) {
      const result = results[index];
      if (result instanceof Promise) void settleLater(waiting, result);
      else settle(waiting, result);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function settle<In, Out>({ resolve, reject }: Waiting<In, Out>, result?: Settled<Out>): void {
  if (result?.status === 'fulfilled') resolve(result.value);
  else reject(result?.reason);
}

export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
