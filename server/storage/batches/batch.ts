import { isConnectionLost } from '../database-unavailable.ts';
import { gather } from './gather.ts';
import type { Mutex } from './mutex.ts';

/** The keys within a batch are distinct. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/** Returns one settled result per item, in order. */
export type Batched<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  /** Calls that arrive while a batch is in flight share the next one. */
  one(item: In): Promise<Out>;
};

/**
 * - Items that share a conflict key are never in the same batch: the later one runs afterwards and
 *   sees the effect of the first (32 wrong tries in one UPDATE … FROM unnest would count as one).
 * - A batch is sorted by key, so that all transactions lock rows in the same order.
 * - A batch that fails is retried in halves, so that one bad item fails alone. If the connection is
 *   lost, all items fail: their outcome is unknown, and every write can be repeated safely.
 * @param conflictKeysOf such as device and mobile; by default the key
 * @param mutex shared with other work that locks the same row
 */
export function batched<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[] = (item) => [keyOf(item)],
  mutex?: Mutex,
): Batched<In, Out> {
  const one = gather(
    async (items: readonly In[]) => {
      const placed = items.map((item, index) => ({ index, key: keyOf(item), item }));
      const results = await settle(placed.toSorted(byKey), run);
      return items.map((_, index) => results.get(index) ?? unanswered);
    },
    conflictKeysOf,
    mutex,
  );
  const all = (items: readonly In[]) => Promise.allSettled(items.map((item) => one(item)));
  return Object.assign(all, { one });
}

type Placed<In> = { index: number; key: string; item: In };

const unanswered: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error(
    'The storage returned no answer for this key. Make the query return every key that it was given.',
  ),
};

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

async function settle<In, Out>(
  batch: readonly Placed<In>[],
  run: RunBatch<In, Out>,
): Promise<Map<number, PromiseSettledResult<Out>>> {
  try {
    const answers = await run(batch.map(({ item }) => item));
    return new Map(
      batch.map(({ index, key }) => {
        const value = answers.get(key);
        return [index, value === undefined ? unanswered : { status: 'fulfilled', value }];
      }),
    );
  } catch (reason) {
    if (batch.length === 1 || isConnectionLost(reason)) {
      return new Map(batch.map(({ index }) => [index, { status: 'rejected', reason }]));
    }
    const middle = batch.length >> 1;
    const first = await settle(batch.slice(0, middle), run);
    const second = await settle(batch.slice(middle), run);
    return new Map([...first, ...second]);
  }
}
