// What arrives while a batch is in flight is written by the next one, so that a crowd costs hardly
// more statements than one visitor.
import { InaamError } from '../../errors.ts';
import { createMutex, type Mutex } from './mutex.ts';

/** Nothing was done: the item may be sent again later. */
export class TooManyWaiting extends InaamError {
  override name = 'TooManyWaiting';
}

/** Takes items with distinct conflict keys; returns one settled result per item, in order. */
export type SettleBatch<In, Out> = (
  batch: readonly In[],
) => Promise<readonly PromiseSettledResult<Out>[]>;

type Waiting<In, Out> = {
  item: In;
  conflictKeys: readonly string[];
  resolve: (value: Out) => void;
  reject: (reason: unknown) => void;
};

/** Keeps a batch, and with it the locks of its rows, short. */
const itemsMax = 100;
/**
 * From the start of one batch to that of the next, ms, while many follow each other closely: larger
 * batches take less of the processors, so that in a crowd each item waits for less.
 */
const crowdSpacingMs = 30;
/** So many in a row are a crowd, if they hold two items on average: a few wait for nothing. */
export const crowdBatches = 8;
const crowdItems = 2;
/** More would wait for longer than a shopper does. */
export const waitingMax = 2000;

/**
 * Runs one batch at a time. Items that share a conflict key keep their order and are never in the
 * same batch. An item that has been accepted is run, even if its caller stops waiting.
 * One more than may wait is rejected with `TooManyWaiting`.
 * @param mutex for batches that would wait for each other's locks: meanwhile more items can join
 * @param spacingMs from the start of a batch to that of the next one, in a crowd
 */
export function gather<In, Out>(
  run: SettleBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[],
  mutex: Mutex = createMutex(),
  spacingMs = crowdSpacingMs,
): (item: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  let isRunning = false;
  let startedAt = -Infinity;
  let closeBatches = 0;
  let meanItems = 0;

  const runQueue = async () => {
    isRunning = true;
    while (queue.length > 0) {
      const restMs = await mutex(async () => {
        // What has reached the process already joins; a visitor who is alone waits for nothing.
        await requestsOfThisTurn();
        const { batch, left } = nextBatch(queue);
        queue = left;
        const now = performance.now();
        closeBatches = now - startedAt < 2 * spacingMs ? closeBatches + 1 : 0;
        startedAt = now;
        meanItems += (batch.length - meanItems) / crowdBatches;
        await runBatch(batch, run);
        const isCrowd =
          closeBatches >= crowdBatches && meanItems >= crowdItems && left.length < itemsMax;
        return isCrowd ? spacingMs - (performance.now() - startedAt) : 0;
      });
      if (restMs > 0) await pause(restMs);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= waitingMax) {
        throw new TooManyWaiting(`${waitingMax} items wait for the database.`);
      }
      queue.push({ item, conflictKeys: conflictKeysOf(item), resolve, reject });
      if (!isRunning) void runQueue();
    });
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const requestsOfThisTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

function nextBatch<In, Out>(queue: readonly Waiting<In, Out>[]) {
  const batch: Waiting<In, Out>[] = [];
  const left: Waiting<In, Out>[] = [];
  const taken = new Set<string>();
  for (const [place, waiting] of queue.entries()) {
    if (batch.length === itemsMax) return { batch, left: [...left, ...queue.slice(place)] };
    const isFree = waiting.conflictKeys.every((key) => !taken.has(key));
    (isFree ? batch : left).push(waiting);
    // Also of an item that must wait: a later one with the same key may not overtake it.
    for (const key of waiting.conflictKeys) taken.add(key);
  }
  return { batch, left };
}

/** Never rejects. */
async function runBatch<In, Out>(
  batch: readonly Waiting<In, Out>[],
  run: SettleBatch<In, Out>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [place, { resolve, reject }] of batch.entries()) {
      const result = results[place];
      if (result?.status === 'fulfilled') resolve(result.value);
      else reject(result?.reason);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
